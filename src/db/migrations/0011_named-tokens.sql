CREATE TABLE "named_token" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_account_id" integer NOT NULL,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"collection_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "named_token_token_hash_key" UNIQUE("token_hash"),
	CONSTRAINT "named_token_scopes_check" CHECK ("named_token"."scopes" <@ '{READ,DEPOSIT,CURATE,ADMINISTER}'::text[])
);
--> statement-breakpoint
ALTER TABLE "named_token" ADD CONSTRAINT "named_token_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "named_token" ADD CONSTRAINT "named_token_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "named_token_user_account_id_idx" ON "named_token" USING btree ("user_account_id");--> statement-breakpoint
CREATE INDEX "named_token_collection_id_idx" ON "named_token" USING btree ("collection_id");