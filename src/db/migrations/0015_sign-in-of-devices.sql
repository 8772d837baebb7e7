CREATE TABLE "device_sign_in" (
	"id" serial PRIMARY KEY NOT NULL,
	"device_code_hash" "bytea" NOT NULL,
	"user_code" text NOT NULL,
	"client_name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"client_address" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"user_account_id" integer,
	"refused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "device_sign_in_device_code_hash_key" UNIQUE("device_code_hash"),
	CONSTRAINT "device_sign_in_user_code_key" UNIQUE("user_code"),
	CONSTRAINT "device_sign_in_scopes_check" CHECK ("device_sign_in"."scopes" <@ '{READ,DEPOSIT,CURATE,ADMINISTER}'::text[])
);
--> statement-breakpoint
ALTER TABLE "device_sign_in" ADD CONSTRAINT "device_sign_in_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_sign_in_expires_at_idx" ON "device_sign_in" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "device_sign_in_user_account_id_idx" ON "device_sign_in" USING btree ("user_account_id");