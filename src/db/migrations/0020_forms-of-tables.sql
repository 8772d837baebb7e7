CREATE TABLE "table_form" (
	"data_file_id" integer NOT NULL,
	"form" text NOT NULL,
	"size_bytes" bigint,
	"crc32" bigint,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "table_form_pk" PRIMARY KEY("data_file_id","form")
);
--> statement-breakpoint
ALTER TABLE "data_table" ADD COLUMN "text_has_header" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "table_form" ADD CONSTRAINT "table_form_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_table"("data_file_id") ON DELETE cascade ON UPDATE no action;