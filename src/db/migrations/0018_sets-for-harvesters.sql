CREATE TABLE "oai_set" (
	"id" serial PRIMARY KEY NOT NULL,
	"spec" text NOT NULL,
	"description" text NOT NULL,
	"collection_id" integer,
	"definition" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"reviewed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "oai_set_spec_key" UNIQUE("spec")
);
--> statement-breakpoint
CREATE TABLE "oai_set_record" (
	"set_id" integer NOT NULL,
	"dataset_id" integer NOT NULL,
	"member" boolean NOT NULL,
	"stamp_micros" bigint,
	CONSTRAINT "oai_set_record_pk" PRIMARY KEY("set_id","dataset_id")
);
--> statement-breakpoint
ALTER TABLE "oai_set_record" ADD CONSTRAINT "oai_set_record_set_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."oai_set"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oai_set_record" ADD CONSTRAINT "oai_set_record_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."oai_record"("dataset_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oai_set_record_page_idx" ON "oai_set_record" USING btree ("set_id","stamp_micros","dataset_id");--> statement-breakpoint
CREATE INDEX "oai_set_record_dataset_id_idx" ON "oai_set_record" USING btree ("dataset_id");--> statement-breakpoint
CREATE INDEX "oai_set_record_stamp_idx" ON "oai_set_record" USING btree ("stamp_micros");--> statement-breakpoint
CREATE INDEX "oai_set_record_unstamped_idx" ON "oai_set_record" USING btree ("set_id","dataset_id") WHERE "oai_set_record"."stamp_micros" is null;