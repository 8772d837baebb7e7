# Makes files of R for test/unit/tabular/r.test.ts, which says what they hold.
#
# Run once, by hand, with R 4.2.2 and bit64 4.0.5; what it makes is committed:
#
#     LC_ALL=C.UTF-8 Rscript --vanilla tools/make-r-fixtures.R test/fixtures/tables

out <- commandArgs(TRUE)[1]
moment <- function(texts, zone) as.POSIXct(strptime(texts, "%Y-%m-%d %H:%M:%OS", tz = zone))
table <- data.frame(
  id = 1:6, # kept as a sequence
  n = c(1L, NA, -5L, 2147483647L, -2147483647L, 0L),
  x = c(1.5, NA, -2.25, NaN, Inf, 1e-300),
  l = c(TRUE, FALSE, NA, TRUE, FALSE, TRUE),
  f = factor(c("b", "a", NA, "b", "gr\u00f6\u00dfer", "a"), levels = c("b", "a", "gr\u00f6\u00dfer", "unused")),
  o = factor(c("low", "high", "low", NA, "low", "high"), levels = c("low", "high"), ordered = TRUE),
  d = as.Date(c("1899-12-31", "2020-02-29", NA, "1960-01-01", "1959-12-31", "2024-12-31")),
  t = moment(c("1999-12-31 23:59:59.125", NA, "1959-12-31 00:00:01", "1970-01-01 00:00:00", "1899-12-30 12:00:00.5", "2024-02-29 01:02:03"), "UTC"),
  z = moment(c("2024-01-01 12:00:00", NA, "2024-07-01 12:00:00", "1970-01-01 00:00:00", "2024-03-31 03:00:00", "2024-02-29 01:02:03"), "Europe/Berlin"),
  s = c("Ann", "\u00c7i\u011fdem", "\u65e5\u672c", "", NA, "a\tb\"c\nd\\"),
  c = as.character(6:11), # kept as the numbers
  stringsAsFactors = FALSE
)
table$m <- iconv(c("Gr\u00f6\u00dfe", "\u00e9", "", "a", "b", "c"), "UTF-8", "latin1")
table$i <- bit64::as.integer64(c("1", "-9007199254740993", NA, "9007199254740995", "0", "5"))
table$y <- structure(c(1, 2, 1, 2, NA, 9), labels = c(yes = 1, no = 2), class = "haven_labelled", label = "Answer")
table$k <- c(1+2i, NA, -1.5-0.25i, 0i, 1e20+0i, 1i)

# Beside the table: an object that holds itself, a compiled function, a call, references to all of them.
own <- new.env()
doubled <- compiler::cmpfun(function(a, b = 2) { for (k in 1:3) a <- a + b; if (a > 1) own else NULL })
own$own <- own
own$doubled <- doubled
several <- list(1, "a", quote(x + y), own, doubled, letters, raw(3))

save(several, doubled, own, table, file = file.path(out, "r-workspace.RData"))
save(table, file = file.path(out, "r-2-bzip2.rda"), version = 2, compress = "bzip2")
save(table, file = file.path(out, "r-3-ascii.RData"), ascii = TRUE, compress = FALSE)
saveRDS(table, file.path(out, "r-3-gzip.rds"))
saveRDS(table, file.path(out, "r-3-xz.rds"), compress = "xz")
saveRDS(table, file.path(out, "r-3-plain.rds"), compress = FALSE)
saveRDS(table, file.path(out, "r-2-ascii.rds"), ascii = TRUE, version = 2, compress = FALSE)
saveRDS(table, file.path(out, "r-3-hexadecimal.rds"), ascii = NA, compress = FALSE)
writeBin(serialize(table, NULL, xdr = FALSE), file.path(out, "r-3-little.rds"))
