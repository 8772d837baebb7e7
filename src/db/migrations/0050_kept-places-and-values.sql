CREATE TABLE "search_stale" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_stale_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"word" text collate "C" NOT NULL
);
--> statement-breakpoint
-- Where something lies decides which kept collections it is below. What is moved with a collection may be very much: its old and new places are kept anew.
-- A dataset is noted with its files, as what has changed. The names of terms are those of kept-terms.ts.
CREATE FUNCTION search_note_place() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.kind = 'COLLECTION' then
    insert into search_stale (word) select distinct 'below ' || above from unnest(old.path || new.path) above where above <> new.id;
  else
    insert into search_change (kind, row_id)
    select doc.kind, doc.row_id from search_document doc where doc.node_id = new.id
    union all select 'DATAFILE', m.id from file_metadata m where m.dataset_id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_place AFTER UPDATE OF owner_id ON node FOR EACH ROW
  WHEN (new.kind <> 'DATAFILE' AND old.owner_id IS DISTINCT FROM new.owner_id) EXECUTE FUNCTION search_note_place();
