CREATE TABLE "metadata_export_run" (
	"id" serial PRIMARY KEY NOT NULL,
	"forgets" boolean NOT NULL,
	"fills" boolean NOT NULL,
	"dataset_count" integer NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"made_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"last_dataset_id" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
