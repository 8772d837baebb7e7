CREATE TABLE "published_children" (
	"owner_id" integer NOT NULL,
	"part" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "published_children_pk" PRIMARY KEY("owner_id","part")
);
--> statement-breakpoint
CREATE INDEX "node_owner_unpublished_idx" ON "node" USING btree ("owner_id") WHERE "node"."kind" <> 'DATAFILE' and "node"."published_at" is null;--> statement-breakpoint
-- By statement, so that what is loaded at once changes each count once; a row that one transaction changes often becomes slow to change.
CREATE FUNCTION count_inserted_children() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into published_children (owner_id, part, count)
  select owner_id, pg_backend_pid() % 16, count(*)::int
  from inserted where kind <> 'DATAFILE' and published_at is not null and owner_id is not null
  group by owner_id order by owner_id
  on conflict (owner_id, part) do update set count = published_children.count + excluded.count;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION count_changed_child() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into published_children (owner_id, part, count)
  select change.owner_id, pg_backend_pid() % 16, sum(change.by)::int
  from (values (old.owner_id, old.published_at, -1), (new.owner_id, new.published_at, 1)) change (owner_id, published_at, by)
  where change.published_at is not null and change.owner_id is not null
  group by change.owner_id order by change.owner_id
  on conflict (owner_id, part) do update set count = published_children.count + excluded.count;
  return null;
end $$;
--> statement-breakpoint
-- Of a tree that goes at once, nothing is counted for owners that go too.
CREATE FUNCTION count_deleted_child() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  delete from published_children where owner_id = old.id;
  if old.published_at is not null and exists (select from node where id = old.owner_id) then
    insert into published_children (owner_id, part, count) values (old.owner_id, pg_backend_pid() % 16, -1)
    on conflict (owner_id, part) do update set count = published_children.count + excluded.count;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER node_children_inserted AFTER INSERT ON node REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_children();
--> statement-breakpoint
CREATE TRIGGER node_child_changed AFTER UPDATE OF owner_id, published_at ON node FOR EACH ROW
  WHEN (new.kind <> 'DATAFILE' AND (old.owner_id IS DISTINCT FROM new.owner_id OR (old.published_at IS NULL) <> (new.published_at IS NULL)))
  EXECUTE FUNCTION count_changed_child();
--> statement-breakpoint
CREATE TRIGGER node_child_deleted AFTER DELETE ON node FOR EACH ROW WHEN (old.kind <> 'DATAFILE') EXECUTE FUNCTION count_deleted_child();
--> statement-breakpoint
INSERT INTO published_children (owner_id, part, count)
  SELECT owner_id, 0, count(*)::int FROM node WHERE kind <> 'DATAFILE' AND published_at IS NOT NULL AND owner_id IS NOT NULL GROUP BY owner_id;
