CREATE TABLE "collection_logo" (
	"collection_id" integer PRIMARY KEY NOT NULL,
	"card" "bytea" NOT NULL,
	"logo" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dataset_thumbnail" (
	"dataset_id" integer PRIMARY KEY NOT NULL,
	"data_file_id" integer,
	"card" "bytea",
	"logo" "bytea",
	"is_none" boolean NOT NULL,
	CONSTRAINT "dataset_thumbnail_one_check" CHECK (("dataset_thumbnail"."card" is null) = ("dataset_thumbnail"."logo" is null) and num_nonnulls("dataset_thumbnail"."data_file_id", "dataset_thumbnail"."card") + "dataset_thumbnail"."is_none"::int = 1)
);
--> statement-breakpoint
ALTER TABLE "collection" ADD COLUMN "metadata_language" text;--> statement-breakpoint
ALTER TABLE "collection_logo" ADD CONSTRAINT "collection_logo_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_thumbnail" ADD CONSTRAINT "dataset_thumbnail_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_thumbnail" ADD CONSTRAINT "dataset_thumbnail_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dataset_thumbnail_data_file_idx" ON "dataset_thumbnail" USING btree ("data_file_id");
