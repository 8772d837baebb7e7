CREATE TABLE "former_variable_edits" (
	"data_file_id" integer NOT NULL,
	"sign" text NOT NULL,
	"variables" jsonb NOT NULL,
	"groups" jsonb NOT NULL,
	CONSTRAINT "former_variable_edits_pk" PRIMARY KEY("data_file_id")
);
--> statement-breakpoint
ALTER TABLE "former_variable_edits" ADD CONSTRAINT "former_variable_edits_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;
