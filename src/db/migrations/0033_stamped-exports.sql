CREATE SEQUENCE "public"."export_revision_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "metadata_export" ADD COLUMN "export_revision" bigint;--> statement-breakpoint
ALTER TABLE "metadata_export" ADD COLUMN "license_id" integer;--> statement-breakpoint
ALTER TABLE "metadata_export" ADD COLUMN "owner_ids" integer[];--> statement-breakpoint
ALTER TABLE "metadata_export" ADD COLUMN "surroundings_key" text;--> statement-breakpoint
ALTER TABLE "oai_record" ADD COLUMN "export_revision" bigint DEFAULT nextval('export_revision_seq') NOT NULL;--> statement-breakpoint
-- In the transaction of the change: an export that was made before it has another revision from the moment on at which the change is seen.
CREATE FUNCTION export_source_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update oai_record set export_revision = nextval('export_revision_seq') where dataset_id = new.id;
  return null;
end $$;
--> statement-breakpoint
CREATE FUNCTION export_version_changed() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update oai_record set export_revision = nextval('export_revision_seq') where dataset_id = coalesce(new.dataset_id, old.dataset_id);
  return null;
end $$;
--> statement-breakpoint
-- All columns but those that drafts and registrations change, so that a column that is added counts.
CREATE TRIGGER dataset_export_source AFTER UPDATE ON dataset FOR EACH ROW
  WHEN (to_jsonb(old) - '{modified_at,pid_generator,registration_state,registration_attempts,registration_error,registered_at,registration_revision}'::text[]
    IS DISTINCT FROM to_jsonb(new) - '{modified_at,pid_generator,registration_state,registration_attempts,registration_error,registered_at,registration_revision}'::text[])
  EXECUTE FUNCTION export_source_changed();
--> statement-breakpoint
CREATE TRIGGER node_export_source AFTER UPDATE OF path, published_at ON node FOR EACH ROW
  WHEN (new.kind = 'DATASET' AND (old.path, old.published_at) IS DISTINCT FROM (new.path, new.published_at))
  EXECUTE FUNCTION export_source_changed();
--> statement-breakpoint
CREATE TRIGGER version_export_source_inserted AFTER INSERT ON dataset_version FOR EACH ROW WHEN (new.state <> 'DRAFT')
  EXECUTE FUNCTION export_version_changed();
--> statement-breakpoint
CREATE TRIGGER version_export_source_updated AFTER UPDATE ON dataset_version FOR EACH ROW WHEN (old.state <> 'DRAFT' OR new.state <> 'DRAFT')
  EXECUTE FUNCTION export_version_changed();
--> statement-breakpoint
CREATE TRIGGER version_export_source_deleted AFTER DELETE ON dataset_version FOR EACH ROW WHEN (old.state <> 'DRAFT')
  EXECUTE FUNCTION export_version_changed();
