CREATE UNLOGGED TABLE "spent_cost" (
	"caller" text PRIMARY KEY NOT NULL,
	"points" double precision NOT NULL,
	"per_second" double precision NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
