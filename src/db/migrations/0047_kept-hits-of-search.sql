CREATE TABLE "search_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" "node_kind" NOT NULL,
	"row_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_kept" (
	"word" text collate "C" NOT NULL,
	"kind" "node_kind" NOT NULL,
	"stretch" integer NOT NULL,
	"bits" bit(8192) NOT NULL,
	CONSTRAINT "search_kept_pk" PRIMARY KEY("word","kind","stretch")
);
--> statement-breakpoint
CREATE TABLE "search_kept_word" (
	"word" text collate "C" PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL
);
--> statement-breakpoint
-- Two indexes of a part of the index of search, for which its rows are read once: writers wait for about 10 s at a million datasets.
CREATE INDEX "search_dataset_draft_idx" ON "search_dataset" USING btree ("dataset_id") WHERE "search_dataset"."draft_ordinal" is not null;--> statement-breakpoint
CREATE INDEX "search_document_unpublished_idx" ON "search_document" USING btree ("kind","row_id") WHERE not "search_document"."public" and "search_document"."kind" <> 'DATAFILE';--> statement-breakpoint
CREATE INDEX "search_document_newest_idx" ON "search_document" USING btree ("sorted_at" DESC NULLS LAST,"kind","row_id") WHERE "search_document"."kind" <> 'DATAFILE';
--> statement-breakpoint
-- What changes is noted in its transaction: whoever sees the change sees the note. Nothing is looked up, and no row is shared.
CREATE FUNCTION search_note_change() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into search_change (kind, row_id) select kind, row_id from changed;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_change_inserted AFTER INSERT ON search_document REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_note_change();
--> statement-breakpoint
CREATE TRIGGER search_change_updated AFTER UPDATE ON search_document REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_note_change();
--> statement-breakpoint
CREATE TRIGGER search_change_deleted AFTER DELETE ON search_document REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_note_change();
--> statement-breakpoint
-- Which files of a dataset everybody may see depends on its newest released version, and their rows stay as they are.
CREATE FUNCTION search_note_released() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  was integer := case when tg_op <> 'INSERT' then old.released_ordinal end;
  is_now integer := case when tg_op <> 'DELETE' then new.released_ordinal end;
begin
  if was is distinct from is_now then
    insert into search_change (kind, row_id)
    select 'DATAFILE', m.id from file_metadata m where m.dataset_id = coalesce(new.dataset_id, old.dataset_id)
      and coalesce(was >= m.valid_from and (m.valid_to is null or m.valid_to > was), false)
        <> coalesce(is_now >= m.valid_from and (m.valid_to is null or m.valid_to > is_now), false);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_change_released AFTER INSERT OR UPDATE OR DELETE ON search_dataset FOR EACH ROW EXECUTE FUNCTION search_note_released();
