ALTER TABLE "data_file" DROP CONSTRAINT "data_file_storage_id_key";--> statement-breakpoint
ALTER TABLE "data_file" ADD CONSTRAINT "data_file_dataset_storage_id_key" UNIQUE("storage_id","dataset_id");