CREATE TYPE "public"."bulk_job_kind" AS ENUM('QUERY', 'MUTATION');--> statement-breakpoint
CREATE TYPE "public"."bulk_job_state" AS ENUM('WAITING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED');--> statement-breakpoint
CREATE TABLE "bulk_job" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" "bulk_job_kind" NOT NULL,
	"account_id" integer,
	"token_hash" "bytea",
	"is_named_token" boolean NOT NULL,
	"address" text,
	"document" text NOT NULL,
	"variables" json,
	"client_key" text,
	"fingerprint" text NOT NULL,
	"state" "bulk_job_state" DEFAULT 'WAITING' NOT NULL,
	"runner" uuid,
	"cursor" text,
	"input_driver" text,
	"input_storage_id" text,
	"input_bytes" bigint,
	"input_lines" integer,
	"input_offset" bigint DEFAULT 0 NOT NULL,
	"line_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"truncated_count" integer DEFAULT 0 NOT NULL,
	"size_bytes" bigint DEFAULT 0 NOT NULL,
	"part_count" integer DEFAULT 0 NOT NULL,
	"cost" double precision DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"error_message" text,
	"address_revision" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"begun_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "bulk_part" (
	"job_id" integer NOT NULL,
	"position" integer NOT NULL,
	"driver" text NOT NULL,
	"storage_id" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	CONSTRAINT "bulk_part_pkey" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_key_pkey" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "idempotency_step" (
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"step" text NOT NULL,
	"result" text,
	CONSTRAINT "idempotency_step_pkey" PRIMARY KEY("account_id","key","step")
);
--> statement-breakpoint
ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_part" ADD CONSTRAINT "bulk_part_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."bulk_job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_step" ADD CONSTRAINT "idempotency_step_key_fk" FOREIGN KEY ("account_id","key") REFERENCES "public"."idempotency_key"("account_id","key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_job_account_idx" ON "bulk_job" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_job_client_key" ON "bulk_job" USING btree ("account_id","client_key");--> statement-breakpoint
CREATE INDEX "bulk_job_expires_idx" ON "bulk_job" USING btree ("expires_at") WHERE "bulk_job"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "idempotency_key_expires_idx" ON "idempotency_key" USING btree ("expires_at");--> statement-breakpoint
CREATE TRIGGER "bulk_job_told" AFTER INSERT OR UPDATE ON "bulk_job" FOR EACH ROW EXECUTE FUNCTION "tell_followers"('bulk', 'id');
