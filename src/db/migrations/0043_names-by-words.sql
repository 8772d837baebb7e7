CREATE TABLE "search_name" (
	"tail" text collate "C" NOT NULL,
	"kind" "node_kind" NOT NULL,
	"row_id" integer NOT NULL
);
--> statement-breakpoint
-- A name from each of its words on, as words are compared.
CREATE FUNCTION search_tails(name text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  select distinct left(array_to_string(words[place:], ' '), 100)
  from (select string_to_array(public.search_fold(left(name, 300)), ' ') as words offset 0) folded, generate_subscripts(words, 1) place
  where words[place] <> ''
$$;
--> statement-breakpoint
CREATE FUNCTION search_names_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into search_name select tail, kind, row_id from written, search_tails(name) tail on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_names_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from search_name n using gone g, search_tails(g.name) t where n.tail = t and n.kind = g.kind and n.row_id = g.row_id;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION search_name_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from search_name n using search_tails(old.name) t where n.tail = t and n.kind = old.kind and n.row_id = old.row_id;
  insert into search_name select tail, new.kind, new.row_id from search_tails(new.name) tail on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER search_names_inserted AFTER INSERT ON search_document REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION search_names_inserted();
--> statement-breakpoint
CREATE TRIGGER search_names_deleted AFTER DELETE ON search_document REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION search_names_deleted();
--> statement-breakpoint
CREATE TRIGGER search_name_changed AFTER UPDATE ON search_document FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name) EXECUTE FUNCTION search_name_changed();
--> statement-breakpoint
INSERT INTO search_name SELECT tail, kind, row_id FROM search_document, search_tails(name) tail;
--> statement-breakpoint
ALTER TABLE "search_name" ADD CONSTRAINT "search_name_pk" PRIMARY KEY("tail","kind","row_id");
