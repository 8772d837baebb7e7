CREATE SEQUENCE "public"."notification_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "position" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_position_key" ON "notification" USING btree ("user_account_id","position");--> statement-breakpoint
CREATE INDEX "notification_unnumbered_idx" ON "notification" USING btree ("user_account_id","id") WHERE "notification"."position" is null;--> statement-breakpoint
-- Tells the processes on commit what has changed: a topic, and the value of a column where one is named. What they send is read by them.
CREATE FUNCTION "tell_followers"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb;
BEGIN
  IF TG_NARGS = 1 THEN
    PERFORM pg_notify('archivolt_live', TG_ARGV[0]);
    RETURN NULL;
  END IF;
  changed := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  PERFORM pg_notify('archivolt_live', TG_ARGV[0] || ' ' || (changed ->> TG_ARGV[1]));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "tell_followers_of_step"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('archivolt_live', 'workflow ' || i.dataset_id) FROM workflow_invocation i WHERE i.id = NEW.invocation_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "feed_event_told" AFTER INSERT ON "feed_event" FOR EACH STATEMENT EXECUTE FUNCTION "tell_followers"('feed');--> statement-breakpoint
CREATE TRIGGER "notification_told" AFTER INSERT ON "notification" FOR EACH ROW EXECUTE FUNCTION "tell_followers"('notifications', 'user_account_id');--> statement-breakpoint
CREATE TRIGGER "ingest_request_told" AFTER INSERT OR UPDATE OR DELETE ON "ingest_request" FOR EACH ROW EXECUTE FUNCTION "tell_followers"('ingest', 'data_file_id');--> statement-breakpoint
CREATE TRIGGER "metadata_export_run_told" AFTER INSERT OR UPDATE ON "metadata_export_run" FOR EACH ROW EXECUTE FUNCTION "tell_followers"('export', 'id');--> statement-breakpoint
CREATE TRIGGER "workflow_invocation_told" AFTER INSERT OR UPDATE ON "workflow_invocation" FOR EACH ROW EXECUTE FUNCTION "tell_followers"('workflow', 'dataset_id');--> statement-breakpoint
CREATE TRIGGER "workflow_step_run_told" AFTER INSERT OR UPDATE ON "workflow_step_run" FOR EACH ROW EXECUTE FUNCTION "tell_followers_of_step"();
