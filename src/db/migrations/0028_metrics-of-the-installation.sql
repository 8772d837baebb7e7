CREATE TABLE "file_download_day" (
	"data_file_id" integer NOT NULL,
	"day" date NOT NULL,
	"downloads" bigint NOT NULL,
	"unique_downloads" bigint NOT NULL,
	CONSTRAINT "file_download_day_pk" PRIMARY KEY("data_file_id","day")
);
--> statement-breakpoint
CREATE TABLE "metric_cache" (
	"name" text NOT NULL,
	"collection_id" integer NOT NULL,
	"variant" text NOT NULL,
	"value" json NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "metric_cache_pk" PRIMARY KEY("name","collection_id","variant")
);
--> statement-breakpoint
ALTER TABLE "file_download_day" ADD CONSTRAINT "file_download_day_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metric_cache" ADD CONSTRAINT "metric_cache_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "metric_cache_computed_at_idx" ON "metric_cache" USING btree ("computed_at");
--> statement-breakpoint
-- Of downloads until now only their number is known: they count as those of this day.
INSERT INTO "file_download_day" ("data_file_id", "day", "downloads", "unique_downloads")
SELECT "data_file_id", (now() at time zone 'UTC')::date, "downloads", 0 FROM "file_download" WHERE "downloads" > 0;
