"""Makes test/fixtures/same-table: one table as CSV, Stata, SPSS, and as a workbook, whose fingerprint is that of the contract.

Run once, by hand, with pandas 3.1.1, pyreadstat 1.3.7 and openpyxl 3.1.5, then R for the last two; what they make is committed:

    python3 tools/make-same-table.py test/fixtures/same-table
    Rscript --vanilla -e 'same <- data.frame(i = 1:3, x = c(1.5, NA, -2.25), s = c("a", "b b", "c"))' \\
      -e 'setwd("test/fixtures/same-table"); save(same, file = "same.RData"); saveRDS(same, "same.rds", compress = "xz")'
"""

import sys
from pathlib import Path

import openpyxl
import pandas as pd
import pyreadstat

out = Path(sys.argv[1])
columns = {"i": [1, 2, 3], "x": [1.5, None, -2.25], "s": ["a", "b b", "c"]}

(out / "same.csv").write_text("i,x,s\n1,1.5,a\n2,,b b\n3,-2.25,c\n")
(out / "same.tsv").write_text("i\tx\ts\n1\t1.5\ta\n2\t\tb b\n3\t-2.25\tc\n")
table = pd.DataFrame(columns).astype({"i": "int32"})
for release in (114, 117, 118):
    table.to_stata(out / f"same-{release}.dta", version=release, write_index=False)
pyreadstat.write_sav(table, out / "same.sav")
pyreadstat.write_sav(table, out / "same.zsav", compress=True)
pyreadstat.write_por(table, out / "same.por")
book = openpyxl.Workbook()
for row in [list(columns), *zip(*columns.values())]:
    book.active.append(row)
book.save(out / "same.xlsx")
