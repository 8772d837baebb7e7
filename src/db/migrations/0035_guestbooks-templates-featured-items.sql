CREATE TYPE "public"."guestbook_question_type" AS ENUM('text', 'textarea', 'options');--> statement-breakpoint
CREATE TABLE "guestbook_response" (
	"id" serial PRIMARY KEY NOT NULL,
	"guestbook_id" integer NOT NULL,
	"dataset_id" integer NOT NULL,
	"data_file_id" integer NOT NULL,
	"user_account_id" integer,
	"name" text,
	"email" text,
	"institution" text,
	"position" text,
	"answers" json NOT NULL,
	"responded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guestbook" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection_id" integer NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"name_required" boolean NOT NULL,
	"email_required" boolean NOT NULL,
	"institution_required" boolean NOT NULL,
	"position_required" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guestbook_question" (
	"id" serial PRIMARY KEY NOT NULL,
	"guestbook_id" integer NOT NULL,
	"question" text NOT NULL,
	"question_type" "guestbook_question_type" NOT NULL,
	"required" boolean NOT NULL,
	"hidden" boolean NOT NULL,
	"display_order" integer NOT NULL,
	"options" json DEFAULT '[]'::json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dataset" ADD COLUMN "guestbook_id" integer;--> statement-breakpoint
ALTER TABLE "guestbook_response" ADD CONSTRAINT "guestbook_response_guestbook_id_fk" FOREIGN KEY ("guestbook_id") REFERENCES "public"."guestbook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guestbook_response" ADD CONSTRAINT "guestbook_response_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guestbook_response" ADD CONSTRAINT "guestbook_response_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guestbook_response" ADD CONSTRAINT "guestbook_response_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guestbook" ADD CONSTRAINT "guestbook_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guestbook_question" ADD CONSTRAINT "guestbook_question_guestbook_id_fk" FOREIGN KEY ("guestbook_id") REFERENCES "public"."guestbook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guestbook_response_guestbook_idx" ON "guestbook_response" USING btree ("guestbook_id","dataset_id");--> statement-breakpoint
CREATE INDEX "guestbook_response_dataset_idx" ON "guestbook_response" USING btree ("dataset_id","id");--> statement-breakpoint
CREATE INDEX "guestbook_response_data_file_idx" ON "guestbook_response" USING btree ("data_file_id");--> statement-breakpoint
CREATE INDEX "guestbook_response_user_account_idx" ON "guestbook_response" USING btree ("user_account_id");--> statement-breakpoint
CREATE INDEX "guestbook_collection_idx" ON "guestbook" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "guestbook_question_guestbook_idx" ON "guestbook_question" USING btree ("guestbook_id");--> statement-breakpoint
ALTER TABLE "dataset" ADD CONSTRAINT "dataset_guestbook_id_fk" FOREIGN KEY ("guestbook_id") REFERENCES "public"."guestbook"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dataset_guestbook_idx" ON "dataset" USING btree ("guestbook_id") WHERE "dataset"."guestbook_id" is not null;
--> statement-breakpoint
CREATE TYPE "public"."featured_item_type" AS ENUM('custom', 'collection', 'dataset', 'datafile');--> statement-breakpoint
CREATE TABLE "featured_item" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection_id" integer NOT NULL,
	"item_type" "featured_item_type" NOT NULL,
	"content" text,
	"display_order" integer NOT NULL,
	"node_id" integer,
	"image_name" text,
	"image_type" text,
	"image" "bytea"
);
--> statement-breakpoint
ALTER TABLE "featured_item" ADD CONSTRAINT "featured_item_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "featured_item" ADD CONSTRAINT "featured_item_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "featured_item_collection_idx" ON "featured_item" USING btree ("collection_id","display_order");--> statement-breakpoint
CREATE INDEX "featured_item_node_idx" ON "featured_item" USING btree ("node_id");
--> statement-breakpoint
CREATE TABLE "collection_templates" (
	"collection_id" integer PRIMARY KEY NOT NULL,
	"template_root" boolean DEFAULT false NOT NULL,
	"default_template_id" integer
);
--> statement-breakpoint
CREATE TABLE "dataset_template" (
	"id" serial PRIMARY KEY NOT NULL,
	"collection_id" integer NOT NULL,
	"name" text NOT NULL,
	"metadata" json NOT NULL,
	"instructions" json NOT NULL,
	"license_id" integer,
	"terms" json NOT NULL,
	"file_access_request" boolean NOT NULL,
	"usage_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collection_templates" ADD CONSTRAINT "collection_templates_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_templates" ADD CONSTRAINT "collection_templates_default_template_id_fk" FOREIGN KEY ("default_template_id") REFERENCES "public"."dataset_template"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_template" ADD CONSTRAINT "dataset_template_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_template" ADD CONSTRAINT "dataset_template_license_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."license"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_templates_default_idx" ON "collection_templates" USING btree ("default_template_id");--> statement-breakpoint
CREATE INDEX "dataset_template_collection_idx" ON "dataset_template" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "dataset_template_license_idx" ON "dataset_template" USING btree ("license_id");
