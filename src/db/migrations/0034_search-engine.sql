CREATE TABLE "search_engine" (
	"name" text PRIMARY KEY NOT NULL,
	"current_index" text,
	"building_index" text
);
--> statement-breakpoint
CREATE TABLE "search_feed" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_feed_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" "node_kind" NOT NULL,
	"row_id" integer NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Notes rows of the index for the engine beside the database, if there is one, and wakes the job that tells it.
CREATE FUNCTION search_note(kinds node_kind[], row_ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
begin
  if row_ids <> '{}' and exists (select from search_engine) then
    insert into search_feed (kind, row_id) select * from unnest(kinds, row_ids);
    perform graphile_worker.add_job('feed-search-engine', queue_name => 'search-engine', max_attempts => 25);
  end if;
end $$;
--> statement-breakpoint
-- Notes all rows of some collections and datasets, with the files of these.
CREATE FUNCTION search_note_nodes(ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
declare
  kinds node_kind[];
  row_ids integer[];
begin
  if ids <> '{}' and exists (select from search_engine) then
    select array_agg(kind), array_agg(row_id) into kinds, row_ids from (
      select kind, row_id from search_document where node_id = any(ids)
      union select 'DATAFILE', id from file_metadata where dataset_id = any(ids)) doc;
    perform search_note(coalesce(kinds, '{}'), coalesce(row_ids, '{}'));
  end if;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_documents_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if exists (select from search_engine) then
    perform search_note(coalesce(array_agg(kind), '{}'), coalesce(array_agg(row_id), '{}')) from changed;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_inserted AFTER INSERT ON search_document REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_documents_changed();
--> statement-breakpoint
CREATE TRIGGER search_note_updated AFTER UPDATE ON search_document REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_documents_changed();
--> statement-breakpoint
CREATE TRIGGER search_note_deleted AFTER DELETE ON search_document REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_documents_changed();
--> statement-breakpoint
-- Which files of a dataset are found depends on the versions that count.
CREATE FUNCTION search_note_versions() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_note_nodes(array[new.dataset_id]);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_versions AFTER UPDATE ON search_dataset FOR EACH ROW
  WHEN ((old.released_ordinal, old.draft_ordinal) IS DISTINCT FROM (new.released_ordinal, new.draft_ordinal)) EXECUTE FUNCTION search_note_versions();
--> statement-breakpoint
-- Where things lie, and who may see them.
CREATE FUNCTION search_note_moved() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if exists (select from search_engine) then
    perform search_note_nodes(coalesce(array_agg(n.id), '{}')) from written n join gone g on g.id = n.id
      where (n.owner_id, n.path, n.permission_path, n.published_at) is distinct from (g.owner_id, g.path, g.permission_path, g.published_at);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_moved AFTER UPDATE ON node REFERENCING OLD TABLE AS gone NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION search_note_moved();
--> statement-breakpoint
-- A collection is told of by what lies in it.
CREATE FUNCTION search_note_collection() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if exists (select from search_engine) then
    perform search_note_nodes(coalesce(array_agg(id), '{}')) from node where owner_id = new.id;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_collection AFTER UPDATE ON collection FOR EACH ROW
  WHEN ((old.name, old.alias, old.collection_type) IS DISTINCT FROM (new.name, new.alias, new.collection_type)) EXECUTE FUNCTION search_note_collection();
--> statement-breakpoint
CREATE FUNCTION search_note_identifier() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_note_nodes(array[new.id]);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_identifier AFTER UPDATE ON dataset FOR EACH ROW
  WHEN ((old.protocol, old.authority, old.separator, old.identifier) IS DISTINCT FROM (new.protocol, new.authority, new.separator, new.identifier))
  EXECUTE FUNCTION search_note_identifier();
--> statement-breakpoint
CREATE FUNCTION search_note_lock() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_note_nodes(array[coalesce(new.dataset_id, old.dataset_id)]);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_locked AFTER INSERT ON dataset_lock FOR EACH ROW WHEN (new.lock_type = 'InReview') EXECUTE FUNCTION search_note_lock();
--> statement-breakpoint
CREATE TRIGGER search_note_unlocked AFTER DELETE ON dataset_lock FOR EACH ROW WHEN (old.lock_type = 'InReview') EXECUTE FUNCTION search_note_lock();
--> statement-breakpoint
-- Facts that are no part of the index in the database, which reads them where they stand.
CREATE FUNCTION search_note_version() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_note(array['DATASET']::node_kind[], array[new.id]);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_version AFTER UPDATE ON dataset_version FOR EACH ROW
  WHEN ((old.version_note, old.unf) IS DISTINCT FROM (new.version_note, new.unf)) EXECUTE FUNCTION search_note_version();
--> statement-breakpoint
CREATE FUNCTION search_note_restricted() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_note(array['DATAFILE']::node_kind[], array[new.id]);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_restricted AFTER UPDATE ON file_metadata FOR EACH ROW
  WHEN (old.restricted IS DISTINCT FROM new.restricted) EXECUTE FUNCTION search_note_restricted();
--> statement-breakpoint
CREATE FUNCTION search_note_dates() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_note_nodes(array[new.id, new.dataset_id]);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_dates AFTER UPDATE ON data_file FOR EACH ROW
  WHEN ((old.embargo_date_available, old.retention_date_unavailable, old.checksum_value) IS DISTINCT FROM (new.embargo_date_available, new.retention_date_unavailable, new.checksum_value))
  EXECUTE FUNCTION search_note_dates();
--> statement-breakpoint
-- Collections have subjects as datasets have them: subject_ss finds both. Source: collections.md 11.1.
CREATE OR REPLACE FUNCTION search_refresh_collection(changed integer) RETURNS void LANGUAGE plpgsql AS $$
begin
  -- One at a time, each reading what the others have committed; what is being removed is not described.
  perform from node where id = changed for no key update;
  delete from search_document where kind = 'COLLECTION' and row_id = changed and not exists (select from collection where id = changed);
  insert into search_document (kind, row_id, node_id, public, name, sorted_at, facets, words, digest)
  select 'COLLECTION', c.id, c.id, n.published_at is not null, c.name, coalesce(n.published_at, n.created_at),
    array(
      select 'dvSubject=' || s.subject from collection_subject s where s.collection_id = c.id
      union all select 'subject=' || s.subject from collection_subject s where s.collection_id = c.id
      union all select 'dvCategory=' || c.collection_type where c.collection_type <> 'UNCATEGORIZED'
      union all select 'affiliation=' || c.affiliation where c.affiliation <> ''
      union all select 'publicationDate=' || to_char(n.published_at at time zone 'UTC', 'YYYY') where n.published_at is not null),
    search_words(c.name, 'A') || search_words(concat_ws(E'\n', c.description, (select string_agg(s.subject, E'\n') from collection_subject s where s.collection_id = c.id)), 'B')
      || search_words(c.affiliation, 'B') || search_words(c.alias, 'D'),
    ''
  from collection c join node n on n.id = c.id where c.id = changed and n.owner_id is not null
  on conflict (kind, row_id) do update set public = excluded.public, name = excluded.name, sorted_at = excluded.sorted_at, facets = excluded.facets, words = excluded.words;
end $$;
--> statement-breakpoint
SELECT search_refresh_collection(id) FROM collection ORDER BY id;
--> statement-breakpoint
-- The licence of a version is that of its files, which say nothing of it themselves.
CREATE FUNCTION search_note_license() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_note_nodes(array[new.dataset_id]);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_license AFTER UPDATE ON dataset_version FOR EACH ROW
  WHEN (old.license_id IS DISTINCT FROM new.license_id) EXECUTE FUNCTION search_note_license();
--> statement-breakpoint
CREATE FUNCTION search_note_curated() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_note(array['DATASET']::node_kind[], array[coalesce(new.dataset_version_id, old.dataset_version_id)]);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_note_curated AFTER INSERT OR UPDATE OR DELETE ON curation_status FOR EACH ROW EXECUTE FUNCTION search_note_curated();
--> statement-breakpoint
-- The name of a licence is an exact value of each dataset that has it.
CREATE FUNCTION search_license_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  event_id bigint;
begin
  insert into outbox_event (kind, payload) values ('DatasetDescriptionsOutdated', '{"after": 0}') returning id into event_id;
  perform graphile_worker.add_job('deliver-event', json_build_object('eventId', event_id), queue_name => 'search', max_attempts => 25, priority => 10);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_license_renamed AFTER UPDATE ON license FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION search_license_renamed();
