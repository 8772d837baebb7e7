-- Which facet a code belongs to: its upper bits.
CREATE FUNCTION search_facet_name_code(name text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select (hashtext(name) & 32767)::bigint << 48
$$;
--> statement-breakpoint
-- `field=value` as a number: of ten million values of a facet, two have the same one with a probability of a sixth.
CREATE FUNCTION search_facet_code(facet text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select ((hashtext(left(facet, strpos(facet, '=') - 1)) & 32767)::bigint << 48) | (hashtextextended(facet, 0) & 281474976710655)
$$;
--> statement-breakpoint
-- Of usual facets alone: a document has about three times as many values, of fields that few collections show as facets.
CREATE FUNCTION search_facet_codes(facets text[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select coalesce(array_agg(public.search_facet_code(facet)), '{}') from unnest(facets) facet
  where left(facet, strpos(facet, '=') - 1) = any('{publicationDate,license,subject,datasetType,metadata_type,authorName,authorAffiliation,keywordValue,dateOfDeposit,dvCategory,dvSubject,affiliation,fileMediaType,fileTag,tabularDataTag}'::text[])
$$;
--> statement-breakpoint
-- A word that is its own stem is asked for once.
CREATE OR REPLACE FUNCTION search_phrase(value text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case when exact.words = stems.words then exact.words else exact.words || stems.words end
  from (select public.search_fold(value) as value) folded, phraseto_tsquery('simple', folded.value) exact(words),
    phraseto_tsquery('public.search_stems', folded.value) stems(words)
$$;
--> statement-breakpoint
-- Words and texts of facets lie apart from the rows, of which four times as many lie on a page then: what counts hits reads rows alone.
ALTER TABLE "search_document" SET (toast_tuple_target = 128);
--> statement-breakpoint
ALTER TABLE "search_document" ALTER COLUMN "words" SET STORAGE EXTERNAL, ALTER COLUMN "name" SET STORAGE MAIN, ALTER COLUMN "digest" SET STORAGE MAIN;
--> statement-breakpoint
SET LOCAL maintenance_work_mem = '256MB';
--> statement-breakpoint
-- Writes the table and its indexes anew, during which nothing reads or writes it.
ALTER TABLE "search_document" ADD COLUMN "facet_codes" bigint[] GENERATED ALWAYS AS (search_facet_codes(facets)) STORED NOT NULL, ALTER COLUMN "facet_codes" SET STORAGE MAIN;
--> statement-breakpoint
-- Without it, the planner takes hits for spread over as many stretches as there are hits, and sorts them.
CREATE STATISTICS search_document_stretches (ndistinct) ON kind, (row_id >> 12) FROM search_document;
--> statement-breakpoint
ANALYZE search_document;
