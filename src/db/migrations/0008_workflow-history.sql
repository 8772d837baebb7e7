CREATE TYPE "public"."workflow_invocation_state" AS ENUM('RUNNING', 'WAITING', 'ROLLING_BACK', 'SUCCEEDED', 'FAILED', 'ABANDONED');--> statement-breakpoint
CREATE TYPE "public"."workflow_step_state" AS ENUM('RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'ROLLING_BACK', 'ROLLED_BACK', 'ROLLBACK_FAILED');--> statement-breakpoint
CREATE TABLE "workflow_step_run" (
	"invocation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"state" "workflow_step_state" NOT NULL,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"message" text,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"rolled_back_at" timestamp with time zone,
	CONSTRAINT "workflow_step_run_pkey" PRIMARY KEY("invocation_id","position")
);
--> statement-breakpoint
ALTER TABLE "workflow_invocation" DROP CONSTRAINT "workflow_invocation_dataset_id_key";--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD COLUMN "serial_number" serial NOT NULL;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD COLUMN "workflow_id" integer;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD COLUMN "version_number" integer;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD COLUMN "version_minor_number" integer;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD COLUMN "was_published" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD COLUMN "client_address" text;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD COLUMN "state" "workflow_invocation_state" DEFAULT 'RUNNING' NOT NULL;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD COLUMN "authorized" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workflow_step_run" ADD CONSTRAINT "workflow_step_run_invocation_id_fk" FOREIGN KEY ("invocation_id") REFERENCES "public"."workflow_invocation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD CONSTRAINT "workflow_invocation_workflow_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflow"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_invocation_ongoing_key" ON "workflow_invocation" USING btree ("dataset_id") WHERE "workflow_invocation"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "workflow_invocation_serial_number_key" ON "workflow_invocation" USING btree ("serial_number");--> statement-breakpoint
CREATE INDEX "workflow_invocation_dataset_id_idx" ON "workflow_invocation" USING btree ("dataset_id","serial_number");--> statement-breakpoint
CREATE INDEX "workflow_invocation_workflow_id_idx" ON "workflow_invocation" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "workflow_invocation_user_account_id_idx" ON "workflow_invocation" USING btree ("user_account_id");--> statement-breakpoint
UPDATE "workflow_invocation" SET "state" = 'WAITING' WHERE "paused_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "workflow_step_run" ("invocation_id", "position", "state", "started_at") SELECT "id", "position", 'WAITING', "paused_at" FROM "workflow_invocation" WHERE "paused_at" IS NOT NULL;
