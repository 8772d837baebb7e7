CREATE SEQUENCE "public"."feed_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "feed_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"position" bigint,
	"kind" text NOT NULL,
	"subject_id" integer NOT NULL,
	"reference" text NOT NULL,
	"home_id" integer NOT NULL,
	"path" integer[] NOT NULL,
	"needs" integer NOT NULL,
	"payload" json NOT NULL,
	"occurred_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "feed_event_position_key" ON "feed_event" USING btree ("position");--> statement-breakpoint
CREATE INDEX "feed_event_unnumbered_idx" ON "feed_event" USING btree ("id") WHERE "feed_event"."position" is null;