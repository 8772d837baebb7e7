CREATE TABLE "metadata_export" (
	"id" serial PRIMARY KEY NOT NULL,
	"dataset_id" integer NOT NULL,
	"exporter" text NOT NULL,
	"state_key" text NOT NULL,
	"checksum" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"piece_count" integer NOT NULL,
	"first_piece" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "metadata_export_key" UNIQUE("dataset_id","exporter")
);
--> statement-breakpoint
CREATE TABLE "metadata_export_piece" (
	"export_id" integer NOT NULL,
	"position" integer NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "metadata_export_piece_pkey" PRIMARY KEY("export_id","position")
);
--> statement-breakpoint
ALTER TABLE "metadata_export" ADD CONSTRAINT "metadata_export_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metadata_export_piece" ADD CONSTRAINT "metadata_export_piece_export_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."metadata_export"("id") ON DELETE cascade ON UPDATE no action;