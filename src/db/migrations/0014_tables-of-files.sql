CREATE TABLE "data_table" (
	"data_file_id" integer PRIMARY KEY NOT NULL,
	"case_quantity" bigint NOT NULL,
	"variable_quantity" integer NOT NULL,
	"unf" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_variable" (
	"id" serial PRIMARY KEY NOT NULL,
	"data_file_id" integer NOT NULL,
	"file_order" integer NOT NULL,
	"name" text NOT NULL,
	"label" text,
	"interval_type" text NOT NULL,
	"format_type" text NOT NULL,
	"format" text,
	"format_category" text,
	"decimal_points" integer,
	"is_ordered_categorical" boolean DEFAULT false NOT NULL,
	"unf" text NOT NULL,
	"statistics" jsonb,
	"categories" jsonb,
	"invalid_ranges" jsonb,
	CONSTRAINT "data_variable_order_key" UNIQUE("data_file_id","file_order")
);
--> statement-breakpoint
ALTER TABLE "data_file" ADD COLUMN "bytes_tag" text;--> statement-breakpoint
ALTER TABLE "data_table" ADD CONSTRAINT "data_table_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_variable" ADD CONSTRAINT "data_variable_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_table"("data_file_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "data_file_bytes_tag_key" ON "data_file" USING btree ("bytes_tag") WHERE "data_file"."bytes_tag" is not null;