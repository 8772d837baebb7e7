CREATE TYPE "public"."search_rebuild_step" AS ENUM('COLLECTION', 'DATASET', 'DATAFILE', 'NAMES', 'INDEXES');--> statement-breakpoint
CREATE TABLE "search_rebuild" (
	"id" serial PRIMARY KEY NOT NULL,
	"requested_by" text NOT NULL,
	"builds_indexes" boolean NOT NULL,
	"step" "search_rebuild_step" DEFAULT 'COLLECTION' NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"total_count" integer NOT NULL,
	"fault_count" integer DEFAULT 0 NOT NULL,
	"after_id" integer DEFAULT 0 NOT NULL,
	"after_kind" "node_kind",
	"after_name" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "search_rebuild_running_key" ON "search_rebuild" USING btree ((true)) WHERE "search_rebuild"."finished_at" is null;--> statement-breakpoint
CREATE TRIGGER "search_rebuild_told" AFTER INSERT OR UPDATE ON "search_rebuild" FOR EACH ROW EXECUTE FUNCTION "tell_followers"('rebuild', 'id');
