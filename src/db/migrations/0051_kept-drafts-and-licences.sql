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
--> statement-breakpoint
-- Files have the licence of the version by which they are found: where another one is the newest, files that were found before are found by that.
CREATE OR REPLACE FUNCTION search_note_released() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  was integer := case when tg_op <> 'INSERT' then old.released_ordinal end;
  is_now integer := case when tg_op <> 'DELETE' then new.released_ordinal end;
  changed integer := coalesce(new.dataset_id, old.dataset_id);
  relicensed boolean;
begin
  if was is distinct from is_now then
    relicensed := (select license_id from dataset_version where dataset_id = changed and ordinal = was)
      is distinct from (select license_id from dataset_version where dataset_id = changed and ordinal = is_now);
    insert into search_change (kind, row_id)
    select 'DATAFILE', id from (
      select m.id, coalesce(was >= m.valid_from and (m.valid_to is null or m.valid_to > was), false) as before,
        coalesce(is_now >= m.valid_from and (m.valid_to is null or m.valid_to > is_now), false) as after
      from file_metadata m where m.dataset_id = changed) file
    where before <> after or after and relicensed;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_note_relicensed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into search_change (kind, row_id)
  select 'DATAFILE', m.id from file_metadata m
  where m.dataset_id = new.dataset_id and m.valid_from <= new.ordinal and (m.valid_to is null or m.valid_to > new.ordinal)
    and (new.state <> 'DRAFT' or m.valid_from > coalesce((select released_ordinal from search_dataset where dataset_id = new.dataset_id), 0));
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_change_relicensed AFTER UPDATE OF license_id ON dataset_version FOR EACH ROW
  WHEN (old.license_id IS DISTINCT FROM new.license_id) EXECUTE FUNCTION search_note_relicensed();
--> statement-breakpoint
-- A licence that is renamed is that of very many files.
CREATE FUNCTION search_note_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into search_stale (word) values ('value license=' || old.name), ('value license=' || new.name);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_stale_renamed AFTER UPDATE OF name ON license FOR EACH ROW
  WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION search_note_renamed();
