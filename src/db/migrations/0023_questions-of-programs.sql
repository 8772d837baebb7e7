ALTER TABLE "device_sign_in" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "device_sign_in" ADD COLUMN "interval_seconds" integer DEFAULT 5 NOT NULL;