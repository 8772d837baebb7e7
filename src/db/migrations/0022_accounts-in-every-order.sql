ALTER TABLE "device_sign_in" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "device_sign_in" ADD COLUMN "interval_seconds" integer DEFAULT 5 NOT NULL;--> statement-breakpoint
CREATE INDEX "user_account_by_email_idx" ON "user_account" USING btree (lower("email"),"email","id","authentication_provider_id");--> statement-breakpoint
CREATE INDEX "user_account_by_last_name_idx" ON "user_account" USING btree (lower("last_name"),lower("user_name"),"last_name","user_name","id","authentication_provider_id");--> statement-breakpoint
CREATE INDEX "user_account_by_first_name_idx" ON "user_account" USING btree (lower("first_name"),lower("user_name"),"first_name","user_name","id","authentication_provider_id");--> statement-breakpoint
CREATE INDEX "user_account_by_affiliation_idx" ON "user_account" USING btree (lower("affiliation"),lower("user_name"),"affiliation","user_name","id","authentication_provider_id");--> statement-breakpoint
CREATE INDEX "user_account_by_position_idx" ON "user_account" USING btree (lower("position"),lower("user_name"),"position","user_name","id","authentication_provider_id");--> statement-breakpoint
CREATE INDEX "user_account_by_superuser_idx" ON "user_account" USING btree ("superuser",lower("user_name"),"user_name","id","authentication_provider_id");--> statement-breakpoint
CREATE INDEX "user_account_by_created_at_idx" ON "user_account" USING btree ("created_at",lower("user_name"),"user_name","id","authentication_provider_id");--> statement-breakpoint
CREATE INDEX "user_account_by_last_login_at_idx" ON "user_account" USING btree ("last_login_at",lower("user_name"),"user_name","id","authentication_provider_id");--> statement-breakpoint
CREATE INDEX "user_account_by_provider_idx" ON "user_account" USING btree ("authentication_provider_id",lower("user_name"),"user_name","id");