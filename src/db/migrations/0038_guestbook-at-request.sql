CREATE TYPE "public"."guestbook_event" AS ENUM('Download', 'AccessRequest');--> statement-breakpoint
ALTER TABLE "file_access_request" ADD COLUMN "guestbook_response_id" integer;--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "guestbook_at_request" boolean;--> statement-breakpoint
ALTER TABLE "guestbook_response" ADD COLUMN "event" "guestbook_event" DEFAULT 'Download' NOT NULL;--> statement-breakpoint
ALTER TABLE "file_access_request" ADD CONSTRAINT "file_access_request_guestbook_response_id_fk" FOREIGN KEY ("guestbook_response_id") REFERENCES "public"."guestbook_response"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_access_request_guestbook_response_idx" ON "file_access_request" USING btree ("guestbook_response_id") WHERE "file_access_request"."guestbook_response_id" is not null;
