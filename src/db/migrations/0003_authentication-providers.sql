CREATE TABLE "authentication_provider" (
	"id" text PRIMARY KEY NOT NULL,
	"factory_alias" text,
	"title" text,
	"subtitle" text,
	"factory_data" text,
	"enabled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
-- Every installation begins with its own passwords; an operator who removes this provider does not find it again after the next start.
INSERT INTO "authentication_provider" ("id", "factory_alias", "title", "subtitle", "factory_data", "enabled")
VALUES ('builtin', 'BuiltinAuthenticationProvider', 'User name and password', 'Accounts of this repository', '', true);
