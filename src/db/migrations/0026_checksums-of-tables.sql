ALTER TABLE "data_table" ADD COLUMN "download_size_bytes" bigint;--> statement-breakpoint
ALTER TABLE "data_table" ADD COLUMN "download_sha256" text;