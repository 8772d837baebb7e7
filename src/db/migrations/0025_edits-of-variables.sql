CREATE TABLE "edited_variable" (
	"edits_id" integer NOT NULL,
	"data_variable_id" integer NOT NULL,
	"label" text,
	"is_weight" boolean NOT NULL,
	"weight_variable_id" integer,
	"literal_question" text,
	"interview_instruction" text,
	"post_question" text,
	"universe" text,
	"notes" text,
	"weighted_frequencies" jsonb NOT NULL,
	CONSTRAINT "edited_variable_pk" PRIMARY KEY("edits_id","data_variable_id")
);
--> statement-breakpoint
CREATE TABLE "variable_edits" (
	"id" serial PRIMARY KEY NOT NULL,
	"data_file_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "variable_group" (
	"edits_id" integer NOT NULL,
	"number" serial NOT NULL,
	"label" text,
	"variable_ids" integer[] NOT NULL,
	CONSTRAINT "variable_group_pk" PRIMARY KEY("edits_id","number")
);
--> statement-breakpoint
ALTER TABLE "file_metadata" ADD COLUMN "variable_edits_id" integer;--> statement-breakpoint
ALTER TABLE "edited_variable" ADD CONSTRAINT "edited_variable_edits_id_fk" FOREIGN KEY ("edits_id") REFERENCES "public"."variable_edits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edited_variable" ADD CONSTRAINT "edited_variable_variable_id_fk" FOREIGN KEY ("data_variable_id") REFERENCES "public"."data_variable"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variable_edits" ADD CONSTRAINT "variable_edits_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_table"("data_file_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variable_group" ADD CONSTRAINT "variable_group_edits_id_fk" FOREIGN KEY ("edits_id") REFERENCES "public"."variable_edits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "edited_variable_variable_idx" ON "edited_variable" USING btree ("data_variable_id");--> statement-breakpoint
CREATE INDEX "variable_edits_data_file_idx" ON "variable_edits" USING btree ("data_file_id");