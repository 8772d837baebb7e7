CREATE TABLE "ingest_request" (
	"id" serial PRIMARY KEY NOT NULL,
	"data_file_id" integer NOT NULL,
	"dataset_id" integer NOT NULL,
	"user_account_id" integer NOT NULL,
	"state" text DEFAULT 'SCHEDULED' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"rows_done" bigint DEFAULT 0 NOT NULL,
	"rows_expected" bigint,
	"report" jsonb,
	"told" boolean DEFAULT false NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	CONSTRAINT "ingest_request_data_file_key" UNIQUE("data_file_id")
);
--> statement-breakpoint
ALTER TABLE "ingest_request" ADD CONSTRAINT "ingest_request_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_request" ADD CONSTRAINT "ingest_request_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingest_request" ADD CONSTRAINT "ingest_request_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ingest_request_dataset_idx" ON "ingest_request" USING btree ("dataset_id");