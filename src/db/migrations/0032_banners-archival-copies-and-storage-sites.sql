CREATE TYPE "public"."archival_state" AS ENUM('pending', 'failure', 'success');--> statement-breakpoint
CREATE TYPE "public"."processing_state" AS ENUM('NEW', 'DONE', 'SKIP', 'PROCESSING', 'FAILED');--> statement-breakpoint
CREATE TABLE "archival_copy" (
	"version_id" integer PRIMARY KEY NOT NULL,
	"state" "archival_state" NOT NULL,
	"message" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "banner_message" (
	"id" serial PRIMARY KEY NOT NULL,
	"dismissible" boolean NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "banner_text" (
	"banner_id" integer NOT NULL,
	"language" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "banner_text_pk" PRIMARY KEY("banner_id","language")
);
--> statement-breakpoint
CREATE TABLE "storage_site" (
	"id" serial PRIMARY KEY NOT NULL,
	"hostname" text NOT NULL,
	"name" text,
	"primary_storage" boolean NOT NULL,
	"transfer_protocols" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_processing" (
	"month" text PRIMARY KEY NOT NULL,
	"state" "processing_state" NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"server" text
);
--> statement-breakpoint
ALTER TABLE "archival_copy" ADD CONSTRAINT "archival_copy_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."dataset_version"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "banner_text" ADD CONSTRAINT "banner_text_banner_id_fk" FOREIGN KEY ("banner_id") REFERENCES "public"."banner_message"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "storage_site_hostname_key" ON "storage_site" USING btree (lower("hostname"));--> statement-breakpoint
CREATE UNIQUE INDEX "storage_site_primary_key" ON "storage_site" USING btree ("primary_storage") WHERE "storage_site"."primary_storage";