CREATE TYPE "public"."mail_state" AS ENUM('PENDING', 'SENT', 'FAILED', 'OBSOLETE');--> statement-breakpoint
CREATE TABLE "email_confirmation" (
	"user_account_id" integer PRIMARY KEY NOT NULL,
	"token" uuid NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_confirmation_token_key" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "outgoing_mail" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_account_id" integer NOT NULL,
	"type" "notification_type" NOT NULL,
	"subject_id" integer,
	"requestor_id" integer,
	"details" json NOT NULL,
	"state" "mail_state" DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "email_confirmation" ADD CONSTRAINT "email_confirmation_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD CONSTRAINT "outgoing_mail_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_mail" ADD CONSTRAINT "outgoing_mail_requestor_id_fk" FOREIGN KEY ("requestor_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outgoing_mail_user_account_id_idx" ON "outgoing_mail" USING btree ("user_account_id");--> statement-breakpoint
CREATE INDEX "outgoing_mail_pending_idx" ON "outgoing_mail" USING btree ("created_at") WHERE "outgoing_mail"."state" = 'PENDING';--> statement-breakpoint
CREATE INDEX "outgoing_mail_ended_idx" ON "outgoing_mail" USING btree ("ended_at");