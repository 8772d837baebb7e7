CREATE TABLE "external_tool" (
	"id" serial PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"tool_name" text,
	"description" text NOT NULL,
	"types" text[] NOT NULL,
	"scope" text NOT NULL,
	"tool_url" text NOT NULL,
	"http_method" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"content_type" text,
	"allowed_calls" jsonb,
	"required_files" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
