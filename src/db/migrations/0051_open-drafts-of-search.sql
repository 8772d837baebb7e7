-- What may be seen by whoever sees drafts on a node is kept as a term of its own, by permission paths. The names of terms are those of kept-terms.ts.
-- A collection whose permission path changes with its place takes all that lies in it along: where that counted before and counts now is kept anew.
CREATE OR REPLACE FUNCTION search_note_place() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if new.kind = 'COLLECTION' then
    insert into search_stale (word)
    select distinct 'below ' || above from unnest(old.path || new.path) above where above <> new.id
    union all select 'drafts ' || place from unnest(old.permission_path || new.permission_path) place group by place
      having bool_or(place = any(old.permission_path)) <> bool_or(place = any(new.permission_path));
  else
    insert into search_change (kind, row_id)
    select doc.kind, doc.row_id from search_document doc where doc.node_id = new.id
    union all select 'DATAFILE', m.id from file_metadata m where m.dataset_id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
-- Which files are of a draft alone depends on whether there is one, beside what is released, of which search_note_released takes note. Their rows stay as they are.
CREATE FUNCTION search_note_drafted() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into search_change (kind, row_id)
  select 'DATAFILE', m.id from file_metadata m
  where m.dataset_id = new.dataset_id and m.valid_to is null and m.valid_from > greatest(old.released_ordinal, new.released_ordinal, 0);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_change_drafted AFTER UPDATE OF draft_ordinal ON search_dataset FOR EACH ROW
  WHEN ((old.draft_ordinal IS NULL) <> (new.draft_ordinal IS NULL)) EXECUTE FUNCTION search_note_drafted();
