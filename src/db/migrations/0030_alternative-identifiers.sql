CREATE TABLE "alternative_persistent_id" (
	"id" serial PRIMARY KEY NOT NULL,
	"dataset_id" integer NOT NULL,
	"persistent_id" text NOT NULL,
	"replaced_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "pid_generator" text;--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "storage_folder" text;--> statement-breakpoint
ALTER TABLE "alternative_persistent_id" ADD CONSTRAINT "alternative_persistent_id_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alternative_persistent_id_dataset_idx" ON "alternative_persistent_id" USING btree ("dataset_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alternative_persistent_id_key" ON "alternative_persistent_id" USING btree (lower("persistent_id"));