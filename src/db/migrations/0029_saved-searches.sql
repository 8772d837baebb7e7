CREATE TABLE "saved_search" (
	"id" serial PRIMARY KEY NOT NULL,
	"query" text NOT NULL,
	"filters" text[] NOT NULL,
	"collection_id" integer NOT NULL,
	"creator_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_run_at" timestamp with time zone,
	"last_fault" text
);
--> statement-breakpoint
ALTER TABLE "saved_search" ADD CONSTRAINT "saved_search_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search" ADD CONSTRAINT "saved_search_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_search_collection_idx" ON "saved_search" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "saved_search_creator_idx" ON "saved_search" USING btree ("creator_id");