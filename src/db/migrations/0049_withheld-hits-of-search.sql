CREATE TABLE "search_withheld" (
	"word" text collate "C" NOT NULL,
	"kind" "node_kind" NOT NULL,
	"stretch" integer NOT NULL,
	"bits" bit(8192) NOT NULL,
	CONSTRAINT "search_withheld_pk" PRIMARY KEY("word","kind","stretch")
);
--> statement-breakpoint
-- Words that are kept already: the rows of the index are read once, and the words of what not everybody may see.
INSERT INTO "search_withheld" (word, kind, stretch, bits)
SELECT word, doc.kind, doc.row_id >> 13, bit_or(set_bit(b'0'::bit(8192), doc.row_id & 8191, 1))
FROM (
  SELECT kind, row_id, words FROM "search_document" WHERE NOT public AND kind <> 'DATAFILE'
  UNION ALL
  SELECT one.kind, one.row_id, one.words FROM "search_document" one LEFT JOIN "search_dataset" kept ON kept.dataset_id = one.dataset_id
  WHERE one.kind = 'DATAFILE' AND one.valid_to IS NULL AND (kept.released_ordinal >= one.valid_from) IS NOT TRUE) doc
CROSS JOIN LATERAL (SELECT '' AS word UNION ALL SELECT unnest(tsvector_to_array(doc.words))) found
JOIN "search_kept_word" USING (word)
GROUP BY 1, 2, 3;
--> statement-breakpoint
-- So that the statistics know words that a thousandth of all documents has. The next analysis reads five times as many rows.
ALTER TABLE "search_document" ALTER COLUMN "words" SET STATISTICS 500;
