CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "search_dataset" (
	"dataset_id" integer PRIMARY KEY NOT NULL,
	"released_ordinal" integer,
	"draft_ordinal" integer
);
--> statement-breakpoint
CREATE TABLE "search_document" (
	"kind" "node_kind" NOT NULL,
	"row_id" integer NOT NULL,
	"node_id" integer NOT NULL,
	"dataset_id" integer,
	"valid_from" integer,
	"valid_to" integer,
	"state" "version_state",
	"public" boolean NOT NULL,
	"name" text NOT NULL,
	"sorted_at" timestamp with time zone,
	"size_bytes" bigint,
	"facets" text[] NOT NULL,
	"words" "tsvector" NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "search_document_pk" PRIMARY KEY("kind","row_id")
);
--> statement-breakpoint
CREATE INDEX "search_document_node_idx" ON "search_document" USING btree ("node_id");--> statement-breakpoint
CREATE INDEX "search_document_words_idx" ON "search_document" USING gin ("words");--> statement-breakpoint
CREATE INDEX "search_document_facets_idx" ON "search_document" USING gin ("facets");
--> statement-breakpoint
-- How words are compared: without case, accents and signs. Chinese and Japanese, which put no spaces between words, are compared by character.
CREATE FUNCTION search_fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
begin
  if value !~ '[^\x01-\x7f]' then
    return trim(regexp_replace(lower(value), '[^[:alnum:]]+', ' ', 'g'));
  end if;
  return trim(regexp_replace(regexp_replace(
      replace(replace(replace(translate(
        normalize(regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g'), nfc),
        'øłđðħıŧ', 'oldddhit'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])', ' \1 ', 'g'), '[^[:alnum:]]+', ' ', 'g'));
end $$;
--> statement-breakpoint
CREATE INDEX "search_document_name_idx" ON "search_document" USING gin (search_fold(left("name", 300)) gin_trgm_ops);
--> statement-breakpoint
-- Stems without stop words: "WHO" and "die" are words of some language.
CREATE TEXT SEARCH DICTIONARY search_stem (template = snowball, language = english);
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION search_stems (copy = simple);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION search_stems ALTER MAPPING FOR asciiword, word WITH search_stem;
--> statement-breakpoint
-- Each word as it is, for phrases and beginnings, and its stem. A text of any length fits: PostgreSQL refuses more than a megabyte of words.
CREATE FUNCTION search_words(value text, weight "char") RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
declare
  folded text;
begin
  if value is null then
    return '';
  end if;
  folded := left(public.search_fold(left(value, 40000)), 60000);
  return setweight(to_tsvector('simple', folded), weight) || setweight(to_tsvector('public.search_stems', folded), weight);
end $$;
--> statement-breakpoint
-- The same of many and short texts.
CREATE FUNCTION search_file_words(label text, directory text, more text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
begin
  return setweight(to_tsvector('public.search_stems', public.search_fold(label)), 'B') || setweight(to_tsvector('simple', public.search_fold(concat_ws(' ', label, directory))), 'B')
    || case when more = '' then '' else public.search_words(more, 'D') end;
end $$;
--> statement-breakpoint
-- What is asked, as parameters: words that follow one another, as they are or by their stems; and words of which the last only begins so.
CREATE FUNCTION search_phrase(value text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select phraseto_tsquery('simple', folded.value) || phraseto_tsquery('public.search_stems', folded.value)
  from (select public.search_fold(value) as value) folded
$$;
--> statement-breakpoint
CREATE FUNCTION search_beginning(value text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select case when folded.value = '' then '' else to_tsquery('simple', replace(folded.value, ' ', ' <-> ') || ':*') end
  from (select public.search_fold(value) as value) folded
$$;
--> statement-breakpoint
-- The texts of a version: each value of each field, those within compound fields with the name of the inner field.
CREATE FUNCTION search_values(metadata json) RETURNS TABLE (block text, field text, value text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  with top as (
      select b.key as block, f as field
      from jsonb_each(case when json_typeof(metadata) = 'object' then metadata::jsonb end) b, jsonb_path_query(b.value, 'lax $[*]') f),
    leaf as (
      select block, field from top where field ->> 'typeClass' <> 'compound'
      union all
      select block, jsonb_path_query(field, 'lax $.value[*].*') from top where field ->> 'typeClass' = 'compound')
  select leaf.block, leaf.field ->> 'typeName', text_value #>> '{}' from leaf, jsonb_path_query(leaf.field, 'lax $.value[*]') text_value
  where jsonb_typeof(text_value) = 'string'
$$;
--> statement-breakpoint
CREATE FUNCTION search_describe_version(described dataset_version, described_digest text) RETURNS void LANGUAGE sql AS $$
  with facts as (
    select d.*, n.published_at, d.protocol || ':' || d.authority || d.separator || d.identifier as persistent_id,
      case when described.license_id is null then 'Custom Terms' else (select l.name from license l where l.id = described.license_id) end as license
    from dataset d join node n on n.id = d.id where d.id = described.dataset_id),
  texts as (
    select v.block, v.field, v.value, f.field_type, f.facetable or f.controlled_vocabulary as is_facet,
      case when v.field = 'title' then 'A'
        when v.field in ('authorName', 'subject', 'keywordValue', 'topicClassValue', 'dsDescriptionValue') then 'B'
        when v.field in ('authorAffiliation', 'publicationCitation', 'producerName', 'alternativeTitle') then 'C'
        else 'D' end as weight
    from search_values(described.metadata) v left join metadata_field f on f.name = v.field
    where f.field_type is distinct from 'EMAIL')
  insert into search_document (kind, row_id, node_id, dataset_id, state, public, name, sorted_at, facets, words, digest)
  select 'DATASET', described.id, described.dataset_id, described.dataset_id, described.state, described.state = 'RELEASED', described.title,
    described.updated_at,
    array(
      select distinct x.field || '=' || x.value from (
        select field, case when field_type = 'DATE' then substring(value from '^-?\d{1,4}') else value end as value from texts
        where is_facet and length(value) <= 300
        union all select 'metadata_type', block from texts
        union all select 'datasetType', facts.dataset_type from facts
        union all select 'license', facts.license from facts
        union all select 'publicationDate', to_char(facts.published_at at time zone 'UTC', 'YYYY') from facts
            ) x where x.value is not null limit 1000),
    coalesce((select search_words(string_agg(value, E'\n') filter (where weight = 'A'), 'A') || search_words(string_agg(value, E'\n') filter (where weight = 'B'), 'B')
      || search_words(string_agg(value, E'\n') filter (where weight = 'C'), 'C') || search_words(string_agg(value, E'\n') filter (where weight = 'D'), 'D') from texts), '')
      || (select search_words(facts.persistent_id, 'B') || search_words(facts.dataset_type, 'D') from facts),
    described_digest
  on conflict (kind, row_id) do update set node_id = excluded.node_id, dataset_id = excluded.dataset_id, state = excluded.state, public = excluded.public,
    name = excluded.name, sorted_at = excluded.sorted_at, facets = excluded.facets, words = excluded.words, digest = excluded.digest
$$;
--> statement-breakpoint
-- Describes a dataset as it is now. Transactions that change it wait for each other here, and each reads what the others have committed.
CREATE FUNCTION search_refresh_dataset(changed integer) RETURNS void LANGUAGE plpgsql AS $$
declare
  released integer;
  draft integer;
  shown dataset_version;
  shown_digest text;
  sorted timestamptz;
begin
  insert into search_dataset (dataset_id) values (changed) on conflict do nothing;
  perform from search_dataset where dataset_id = changed for update;
  if not exists (select from dataset where id = changed) then
    delete from search_document where node_id = changed and kind = 'DATASET';
    delete from search_dataset where dataset_id = changed;
    return;
  end if;
  select max(ordinal) filter (where state = 'RELEASED'), max(ordinal) filter (where state = 'DRAFT')
    into released, draft from dataset_version where dataset_id = changed;
  update search_dataset set released_ordinal = released, draft_ordinal = draft
    where dataset_id = changed and (released_ordinal, draft_ordinal) is distinct from (released, draft);
  delete from search_document doc where doc.node_id = changed and doc.kind = 'DATASET' and not exists (
    select from dataset_version v where v.id = doc.row_id and v.dataset_id = changed
      and (v.ordinal in (released, draft) or (released is null and draft is null)));
  for shown in
    select v.* from dataset_version v where v.dataset_id = changed and v.ordinal in (released, draft)
    union all
    (select v.* from dataset_version v where v.dataset_id = changed and released is null and draft is null order by v.ordinal desc limit 1)
  loop
    select md5(concat_ws(E'\n', shown.metadata::text, shown.title, shown.license_id, d.dataset_type, d.protocol, d.authority, d.separator, d.identifier,
        extract(year from n.published_at at time zone 'UTC')))
      into shown_digest from dataset d join node n on n.id = d.id where d.id = changed;
    if not exists (select from search_document where kind = 'DATASET' and row_id = shown.id and digest = shown_digest) then
      perform search_describe_version(shown, shown_digest);
    end if;
    sorted := case when shown.state = 'DRAFT' then shown.updated_at else coalesce(
      (select max(released_at) from dataset_version where dataset_id = changed and version_minor_number = 0 and state <> 'DRAFT'), shown.released_at, shown.updated_at) end;
    update search_document set state = shown.state, public = shown.state = 'RELEASED', sorted_at = sorted
      where kind = 'DATASET' and row_id = shown.id and (state, public, sorted_at) is distinct from (shown.state, shown.state = 'RELEASED', sorted);
  end loop;
  if released is null and draft is null then
    delete from search_document where node_id = changed and kind = 'DATASET' and row_id is distinct from shown.id;
  end if;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_refresh_collection(changed integer) RETURNS void LANGUAGE plpgsql AS $$
begin
  -- One at a time, each reading what the others have committed; what is being removed is not described.
  perform from node where id = changed for no key update;
  delete from search_document where kind = 'COLLECTION' and row_id = changed and not exists (select from collection where id = changed);
  insert into search_document (kind, row_id, node_id, public, name, sorted_at, facets, words, digest)
  select 'COLLECTION', c.id, c.id, n.published_at is not null, c.name, coalesce(n.published_at, n.created_at),
    array(
      select 'dvSubject=' || s.subject from collection_subject s where s.collection_id = c.id
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
-- Describes rows of file_metadata as they are now. One statement, however many there are.
CREATE FUNCTION search_describe_files(described integer[]) RETURNS void LANGUAGE sql AS $$
  insert into search_document (kind, row_id, node_id, dataset_id, valid_from, valid_to, public, name, size_bytes, facets, words, digest)
  select 'DATAFILE', m.id, m.data_file_id, m.dataset_id, m.valid_from, m.valid_to, false, m.label, f.size_bytes,
    array['fileContentType=' || f.content_type, 'fileMediaType=' || trim(lower(split_part(f.content_type, ';', 1)))]
      || case when m.categories = '{}' then '{}' else array(select distinct 'fileTag=' || tag from unnest(m.categories) tag) end
      || case when f.tabular_tags = '{}' then '{}' else array(select distinct 'tabularDataTag=' || tag from unnest(f.tabular_tags) tag) end,
    search_file_words(m.label, m.directory_label, concat_ws(E'\n', m.description, f.persistent_id, array_to_string(m.categories, E'\n'), t.unf,
      case when t.data_file_id is not null then (
        select string_agg(concat_ws(E'\n', v.name, v.label), E'\n' order by v.file_order) from data_variable v where v.data_file_id = f.id) end)),
    ''
  from unnest(described) asked(id) join file_metadata m on m.id = asked.id join data_file f on f.id = m.data_file_id
  left join data_table t on t.data_file_id = f.id
  on conflict (kind, row_id) do update set node_id = excluded.node_id, dataset_id = excluded.dataset_id, valid_from = excluded.valid_from,
    valid_to = excluded.valid_to, name = excluded.name, size_bytes = excluded.size_bytes, facets = excluded.facets, words = excluded.words
$$;
--> statement-breakpoint
CREATE FUNCTION search_version_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  -- At the end of the transaction, when the dataset is as it will be: a second change of the same one is described already.
  if current_setting('search.described', true) is distinct from coalesce(new.dataset_id, old.dataset_id)::text then
    perform search_refresh_dataset(coalesce(new.dataset_id, old.dataset_id));
    perform set_config('search.described', coalesce(new.dataset_id, old.dataset_id)::text, true);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_dataset_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_refresh_dataset(new.id);
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_collection_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_refresh_collection(coalesce(new.id, old.id));
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_subject_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_refresh_collection(coalesce(new.collection_id, old.collection_id));
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_files_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_describe_files(array(select id from written order by id));
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_files_updated() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  described integer[] := array(
    select w.id from written w join gone g on g.id = w.id
    where (w.data_file_id, w.dataset_id, w.label, w.directory_label, w.description, w.categories)
      is distinct from (g.data_file_id, g.dataset_id, g.label, g.directory_label, g.description, g.categories) order by w.id);
begin
  update search_document doc set valid_from = w.valid_from, valid_to = w.valid_to from written w
    where doc.kind = 'DATAFILE' and doc.row_id = w.id and (doc.valid_from, doc.valid_to) is distinct from (w.valid_from, w.valid_to);
  if described <> '{}' then
    perform search_describe_files(described);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_files_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from search_document doc using gone where doc.kind = 'DATAFILE' and doc.row_id = gone.id;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_bytes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  described integer[] := array(
    select m.id from written w join gone g on g.id = w.id join file_metadata m on m.data_file_id = w.id
    where (w.content_type, w.size_bytes, w.checksum_value, w.persistent_id, w.tabular_tags)
      is distinct from (g.content_type, g.size_bytes, g.checksum_value, g.persistent_id, g.tabular_tags) order by m.id);
begin
  if described <> '{}' then
    perform search_describe_files(described);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_variables_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform search_describe_files(array(select m.id from (select distinct data_file_id from changed) c join file_metadata m on m.data_file_id = c.data_file_id order by m.id));
  return null;
end $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER search_version_changed AFTER INSERT OR UPDATE OR DELETE ON dataset_version DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION search_version_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER search_dataset_changed AFTER UPDATE OF dataset_type, protocol, authority, separator, identifier ON dataset
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((old.dataset_type, old.protocol, old.authority, old.separator, old.identifier) IS DISTINCT FROM (new.dataset_type, new.protocol, new.authority, new.separator, new.identifier))
  EXECUTE FUNCTION search_dataset_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER search_collection_changed AFTER INSERT OR UPDATE OR DELETE ON collection DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION search_collection_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER search_collection_published AFTER UPDATE OF published_at ON node DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.kind = 'COLLECTION' AND old.published_at IS DISTINCT FROM new.published_at) EXECUTE FUNCTION search_collection_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER search_dataset_published AFTER UPDATE OF published_at ON node DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.kind = 'DATASET' AND old.published_at IS DISTINCT FROM new.published_at) EXECUTE FUNCTION search_dataset_changed();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER search_subject_changed AFTER INSERT OR DELETE ON collection_subject DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION search_subject_changed();
--> statement-breakpoint
CREATE TRIGGER search_files_inserted AFTER INSERT ON file_metadata REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION search_files_inserted();
--> statement-breakpoint
CREATE TRIGGER search_files_updated AFTER UPDATE ON file_metadata REFERENCING OLD TABLE AS gone NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION search_files_updated();
--> statement-breakpoint
CREATE TRIGGER search_files_deleted AFTER DELETE ON file_metadata REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_files_deleted();
--> statement-breakpoint
CREATE TRIGGER search_bytes_changed AFTER UPDATE ON data_file REFERENCING OLD TABLE AS gone NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION search_bytes_changed();
--> statement-breakpoint
CREATE TRIGGER search_variables_inserted AFTER INSERT ON data_variable REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_variables_changed();
--> statement-breakpoint
CREATE TRIGGER search_variables_updated AFTER UPDATE ON data_variable REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_variables_changed();
--> statement-breakpoint
CREATE TRIGGER search_variables_deleted AFTER DELETE ON data_variable REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_variables_changed();
--> statement-breakpoint
CREATE TRIGGER search_table_removed AFTER DELETE ON data_table REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION search_variables_changed();
--> statement-breakpoint
-- What is there already.
SELECT search_refresh_collection(id) FROM collection ORDER BY id;
--> statement-breakpoint
SELECT search_refresh_dataset(id) FROM dataset ORDER BY id;
--> statement-breakpoint
SELECT search_describe_files(array(SELECT id FROM file_metadata ORDER BY id));
