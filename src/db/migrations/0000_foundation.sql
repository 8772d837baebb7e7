CREATE TYPE "public"."access_request_state" AS ENUM('CREATED', 'GRANTED', 'REJECTED');--> statement-breakpoint
CREATE TYPE "public"."collection_type" AS ENUM('DEPARTMENT', 'JOURNALS', 'LABORATORY', 'ORGANIZATIONS_INSTITUTIONS', 'RESEARCHERS', 'RESEARCH_GROUP', 'RESEARCH_PROJECTS', 'TEACHING_COURSES', 'UNCATEGORIZED');--> statement-breakpoint
CREATE TYPE "public"."lock_type" AS ENUM('Ingest', 'Workflow', 'InReview', 'DcmUpload', 'pidRegister', 'EditInProgress', 'finalizePublication', 'FileValidationFailed', 'GlobusUpload');--> statement-breakpoint
CREATE TYPE "public"."registration_state" AS ENUM('RESERVED', 'PENDING', 'REGISTERED', 'FAILED');--> statement-breakpoint
CREATE TYPE "public"."version_state" AS ENUM('DRAFT', 'RELEASED', 'DEACCESSIONED');--> statement-breakpoint
CREATE TYPE "public"."fixity_outcome" AS ENUM('VALID', 'UNPROVEN', 'WRONG_SIZE', 'WRONG_CHECKSUM', 'MISSING', 'UNREADABLE');--> statement-breakpoint
CREATE TYPE "public"."metadata_field_type" AS ENUM('NONE', 'TEXT', 'TEXTBOX', 'STRING', 'DATE', 'EMAIL', 'URL', 'INT', 'FLOAT');--> statement-breakpoint
CREATE TYPE "public"."node_kind" AS ENUM('COLLECTION', 'DATASET', 'DATAFILE');--> statement-breakpoint
CREATE TYPE "public"."notification_channel" AS ENUM('IN_APP', 'EMAIL');--> statement-breakpoint
CREATE TYPE "public"."notification_type" AS ENUM('CREATEACC', 'CREATEDV', 'CREATEDS', 'DATASETCREATED', 'SUBMITTEDDS', 'RETURNEDDS', 'PUBLISHEDDS', 'PUBLISHFAILED_PIDREG', 'REQUESTFILEACCESS', 'REQUESTEDFILEACCESS', 'GRANTFILEACCESS', 'REJECTFILEACCESS', 'ASSIGNROLE', 'REVOKEROLE', 'STATUSUPDATED', 'INGESTCOMPLETED', 'INGESTCOMPLETEDWITHERRORS', 'WORKFLOW_SUCCESS', 'WORKFLOW_FAILURE', 'PIDRECONCILED', 'CHECKSUMFAIL', 'FILESYSTEMIMPORT', 'CHECKSUMIMPORT', 'DATASETMENTIONED', 'GLOBUSUPLOADCOMPLETED', 'GLOBUSUPLOADCOMPLETEDWITHERRORS', 'GLOBUSDOWNLOADCOMPLETED', 'GLOBUSDOWNLOADCOMPLETEDWITHERRORS', 'GLOBUSUPLOADREMOTEFAILURE', 'GLOBUSUPLOADLOCALFAILURE', 'CONFIRMEMAIL', 'APIGENERATED');--> statement-breakpoint
CREATE TYPE "public"."outbox_state" AS ENUM('PENDING', 'DELIVERED', 'FAILED');--> statement-breakpoint
CREATE TYPE "public"."review_action" AS ENUM('SUBMITTED', 'RETURNED', 'WORKFLOW_SUCCESS', 'WORKFLOW_FAILURE');--> statement-breakpoint
CREATE TYPE "public"."publish_type" AS ENUM('major', 'minor', 'updatecurrent');--> statement-breakpoint
CREATE TYPE "public"."workflow_trigger" AS ENUM('PrePublishDataset', 'PostPublishDataset');--> statement-breakpoint
CREATE SEQUENCE "public"."node_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "file_access_request" (
	"id" serial PRIMARY KEY NOT NULL,
	"data_file_id" integer NOT NULL,
	"user_account_id" integer NOT NULL,
	"state" "access_request_state" DEFAULT 'CREATED' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auxiliary_file" (
	"id" serial PRIMARY KEY NOT NULL,
	"data_file_id" integer NOT NULL,
	"format_tag" text NOT NULL,
	"format_version" text NOT NULL,
	"origin" text,
	"is_public" boolean NOT NULL,
	"type" text,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"storage_tag" text NOT NULL,
	"checksum_algorithm" text NOT NULL,
	"checksum_value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auxiliary_file_format_key" UNIQUE("data_file_id","format_tag","format_version"),
	CONSTRAINT "auxiliary_file_storage_tag_key" UNIQUE("storage_tag")
);
--> statement-breakpoint
CREATE TABLE "collection" (
	"id" integer PRIMARY KEY NOT NULL,
	"alias" text NOT NULL,
	"name" text NOT NULL,
	"affiliation" text,
	"description" text,
	"collection_type" "collection_type" DEFAULT 'UNCATEGORIZED' NOT NULL,
	"contact_emails" text[] NOT NULL,
	"permission_root" boolean DEFAULT true NOT NULL,
	"metadata_block_root" boolean DEFAULT false NOT NULL,
	"facet_root" boolean DEFAULT false NOT NULL,
	"theme" json,
	"storage_driver" text,
	"file_pids_enabled" boolean,
	"require_files_to_publish_dataset" boolean,
	"dataset_file_count_limit" integer,
	"curation_label_set" text,
	"default_contributor_role_id" integer
);
--> statement-breakpoint
CREATE TABLE "collection_facet" (
	"collection_id" integer NOT NULL,
	"metadata_field_id" integer NOT NULL,
	"display_order" integer NOT NULL,
	CONSTRAINT "collection_facet_pk" PRIMARY KEY("collection_id","metadata_field_id")
);
--> statement-breakpoint
CREATE TABLE "collection_input_level" (
	"collection_id" integer NOT NULL,
	"metadata_field_id" integer NOT NULL,
	"required" boolean NOT NULL,
	"include" boolean NOT NULL,
	"display_on_create" boolean,
	CONSTRAINT "collection_input_level_pk" PRIMARY KEY("collection_id","metadata_field_id")
);
--> statement-breakpoint
CREATE TABLE "collection_metadata_block" (
	"collection_id" integer NOT NULL,
	"metadata_block_id" integer NOT NULL,
	CONSTRAINT "collection_metadata_block_pk" PRIMARY KEY("collection_id","metadata_block_id")
);
--> statement-breakpoint
CREATE TABLE "collection_subject" (
	"collection_id" integer NOT NULL,
	"subject" text NOT NULL,
	CONSTRAINT "collection_subject_pk" PRIMARY KEY("collection_id","subject")
);
--> statement-breakpoint
CREATE TABLE "dataset_type" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "dataset_type_name_key" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "dataset_type_block" (
	"dataset_type_id" integer NOT NULL,
	"block_id" integer NOT NULL,
	CONSTRAINT "dataset_type_block_pk" PRIMARY KEY("dataset_type_id","block_id")
);
--> statement-breakpoint
CREATE TABLE "dataset_type_license" (
	"dataset_type_id" integer NOT NULL,
	"license_id" integer NOT NULL,
	CONSTRAINT "dataset_type_license_pk" PRIMARY KEY("dataset_type_id","license_id")
);
--> statement-breakpoint
CREATE TABLE "dataset" (
	"id" integer PRIMARY KEY NOT NULL,
	"protocol" text NOT NULL,
	"authority" text NOT NULL,
	"separator" text NOT NULL,
	"identifier" text NOT NULL,
	"registration_state" "registration_state" DEFAULT 'RESERVED' NOT NULL,
	"registration_attempts" integer DEFAULT 0 NOT NULL,
	"registration_error" text,
	"registered_at" timestamp with time zone,
	"registration_revision" integer DEFAULT 0 NOT NULL,
	"storage_driver" text NOT NULL,
	"chosen_storage_driver" text,
	"dataset_type" text DEFAULT 'dataset' NOT NULL,
	"metadata_language" text,
	"dataset_file_count_limit" integer,
	"file_access_request" boolean DEFAULT true NOT NULL,
	"curation_label_set" text,
	"citation_date_field" text,
	"embargo_citation_date" date,
	"modified_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dataset_lock" (
	"id" serial PRIMARY KEY NOT NULL,
	"dataset_id" integer NOT NULL,
	"lock_type" "lock_type" NOT NULL,
	"user_account_id" integer NOT NULL,
	"message" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dataset_lock_type_key" UNIQUE("dataset_id","lock_type")
);
--> statement-breakpoint
CREATE TABLE "dataset_version" (
	"id" serial PRIMARY KEY NOT NULL,
	"dataset_id" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"state" "version_state" NOT NULL,
	"version_number" integer,
	"version_minor_number" integer,
	"title" text NOT NULL,
	"metadata" json NOT NULL,
	"license_id" integer,
	"terms" json DEFAULT '{}'::json NOT NULL,
	"file_access_request" boolean NOT NULL,
	"version_note" text,
	"deaccession_note" text,
	"deaccession_link" text,
	"internal_version_number" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone,
	CONSTRAINT "dataset_version_ordinal_key" UNIQUE("dataset_id","ordinal"),
	CONSTRAINT "dataset_version_number_check" CHECK (("dataset_version"."state" = 'DRAFT') = ("dataset_version"."version_number" is null) and ("dataset_version"."version_number" is null) = ("dataset_version"."version_minor_number" is null))
);
--> statement-breakpoint
CREATE TABLE "license" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"uri" text NOT NULL,
	"short_description" text NOT NULL,
	"icon_uri" text,
	"rights_identifier" text,
	"rights_identifier_scheme" text,
	"scheme_uri" text,
	"language_code" text,
	"active" boolean DEFAULT true NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "license_name_key" UNIQUE("name"),
	CONSTRAINT "license_uri_key" UNIQUE("uri")
);
--> statement-breakpoint
CREATE TABLE "file_download" (
	"data_file_id" integer PRIMARY KEY NOT NULL,
	"downloads" bigint NOT NULL,
	"downloads_outside_usage" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_thumbnail" (
	"data_file_id" integer NOT NULL,
	"longest_side" integer NOT NULL,
	"size_bytes" integer,
	CONSTRAINT "file_thumbnail_pk" PRIMARY KEY("data_file_id","longest_side")
);
--> statement-breakpoint
CREATE TABLE "file_provenance" (
	"data_file_id" integer PRIMARY KEY NOT NULL,
	"document" text NOT NULL,
	"entity_name" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_registration" (
	"data_file_id" integer PRIMARY KEY NOT NULL,
	"dataset_id" integer NOT NULL,
	"state" "registration_state" NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"registered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "data_file" (
	"id" integer PRIMARY KEY NOT NULL,
	"dataset_id" integer NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"checksum_algorithm" text NOT NULL,
	"checksum_value" text NOT NULL,
	"crc32" bigint,
	"storage_driver" text NOT NULL,
	"storage_id" text NOT NULL,
	"persistent_id" text,
	"restricted" boolean DEFAULT false NOT NULL,
	"root_data_file_id" integer,
	"previous_data_file_id" integer,
	"tabular_tags" text[] DEFAULT '{}' NOT NULL,
	"embargo_date_available" date,
	"embargo_reason" text,
	"retention_date_unavailable" date,
	"retention_reason" text,
	CONSTRAINT "data_file_storage_id_key" UNIQUE("storage_id"),
	CONSTRAINT "data_file_embargo_check" CHECK ("data_file"."embargo_reason" is null or "data_file"."embargo_date_available" is not null),
	CONSTRAINT "data_file_retention_check" CHECK ("data_file"."retention_reason" is null or "data_file"."retention_date_unavailable" is not null)
);
--> statement-breakpoint
CREATE TABLE "file_metadata" (
	"id" serial PRIMARY KEY NOT NULL,
	"dataset_id" integer NOT NULL,
	"data_file_id" integer NOT NULL,
	"valid_from" integer NOT NULL,
	"valid_to" integer,
	"label" text NOT NULL,
	"directory_label" text,
	"description" text,
	"restricted" boolean DEFAULT false NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"prov_free_form" text,
	"record_version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_metadata_range_check" CHECK ("file_metadata"."valid_to" is null or "file_metadata"."valid_to" > "file_metadata"."valid_from")
);
--> statement-breakpoint
CREATE TABLE "fixity_check" (
	"data_file_id" integer PRIMARY KEY NOT NULL,
	"outcome" "fixity_outcome" NOT NULL,
	"found_size_bytes" bigint,
	"found_checksum" text,
	"fault" text,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome_since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fixity_round" (
	"id" serial PRIMARY KEY NOT NULL,
	"dataset_id" integer,
	"requested_by" text NOT NULL,
	"total_files" integer NOT NULL,
	"last_file_id" integer DEFAULT 0 NOT NULL,
	"checked_files" integer DEFAULT 0 NOT NULL,
	"checked_bytes" bigint DEFAULT 0 NOT NULL,
	"faulty_files" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "explicit_group" (
	"id" serial PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"alias" text NOT NULL,
	"display_name" text NOT NULL,
	"description" text,
	CONSTRAINT "explicit_group_alias_key" UNIQUE("owner_id","alias")
);
--> statement-breakpoint
CREATE TABLE "explicit_group_member" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" integer NOT NULL,
	"user_account_id" integer,
	"member_group_id" integer,
	"assignee" text,
	CONSTRAINT "explicit_group_member_kind_check" CHECK (num_nonnulls("explicit_group_member"."user_account_id", "explicit_group_member"."member_group_id", "explicit_group_member"."assignee") = 1 and "explicit_group_member"."member_group_id" is distinct from "explicit_group_member"."group_id")
);
--> statement-breakpoint
CREATE TABLE "ip_group" (
	"id" serial PRIMARY KEY NOT NULL,
	"alias" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	CONSTRAINT "ip_group_alias_key" UNIQUE("alias")
);
--> statement-breakpoint
CREATE TABLE "ip_group_range" (
	"id" serial PRIMARY KEY NOT NULL,
	"group_id" integer NOT NULL,
	"first" "inet" NOT NULL,
	"last" "inet" NOT NULL,
	"single" boolean NOT NULL,
	CONSTRAINT "ip_group_range_order_check" CHECK (family("ip_group_range"."first") = family("ip_group_range"."last") and "ip_group_range"."first" <= "ip_group_range"."last")
);
--> statement-breakpoint
CREATE TABLE "mail_domain_group" (
	"id" serial PRIMARY KEY NOT NULL,
	"alias" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"domains" text[] NOT NULL,
	"regex" boolean DEFAULT false NOT NULL,
	CONSTRAINT "mail_domain_group_alias_key" UNIQUE("alias")
);
--> statement-breakpoint
CREATE TABLE "featured_collection" (
	"collection_id" integer NOT NULL,
	"featured_collection_id" integer NOT NULL,
	"display_order" integer NOT NULL,
	CONSTRAINT "featured_collection_pk" PRIMARY KEY("collection_id","featured_collection_id")
);
--> statement-breakpoint
CREATE TABLE "node_link" (
	"id" serial PRIMARY KEY NOT NULL,
	"linked_node_id" integer NOT NULL,
	"linking_collection_id" integer NOT NULL,
	"creator_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "node_link_key" UNIQUE("linked_node_id","linking_collection_id")
);
--> statement-breakpoint
CREATE TABLE "metadata_block" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"namespace_uri" text,
	"owner_collection_id" integer,
	CONSTRAINT "metadata_block_name_key" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "metadata_catalog" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "metadata_catalog_single_row_check" CHECK ("metadata_catalog"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "metadata_field" (
	"id" serial PRIMARY KEY NOT NULL,
	"block_id" integer NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"watermark" text DEFAULT '' NOT NULL,
	"field_type" "metadata_field_type" NOT NULL,
	"parent_id" integer,
	"multiple" boolean NOT NULL,
	"controlled_vocabulary" boolean NOT NULL,
	"facetable" boolean NOT NULL,
	"advanced_search" boolean NOT NULL,
	"required" boolean NOT NULL,
	"display_on_create" boolean NOT NULL,
	"display_format" text DEFAULT '' NOT NULL,
	"display_order" integer NOT NULL,
	"term_uri" text,
	CONSTRAINT "metadata_field_name_key" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "vocabulary_value" (
	"id" serial PRIMARY KEY NOT NULL,
	"field_id" integer NOT NULL,
	"value" text NOT NULL,
	"identifier" text,
	"alternates" text[] NOT NULL,
	"display_order" integer NOT NULL,
	CONSTRAINT "vocabulary_value_field_value_key" UNIQUE("field_id","value")
);
--> statement-breakpoint
CREATE TABLE "dataset_citation" (
	"dataset_id" integer NOT NULL,
	"url" text NOT NULL,
	"first_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dataset_citation_pk" PRIMARY KEY("dataset_id","url")
);
--> statement-breakpoint
CREATE TABLE "usage_month" (
	"dataset_id" integer NOT NULL,
	"month" text NOT NULL,
	"country" text NOT NULL,
	"machine" boolean NOT NULL,
	"views_total" bigint NOT NULL,
	"views_unique" bigint NOT NULL,
	"downloads_total" bigint NOT NULL,
	"downloads_unique" bigint NOT NULL,
	CONSTRAINT "usage_month_pk" PRIMARY KEY("dataset_id","month","country","machine")
);
--> statement-breakpoint
CREATE TABLE "usage_trace" (
	"session" "bytea" NOT NULL,
	"dataset_id" integer NOT NULL,
	"resource" text NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "usage_trace_pk" PRIMARY KEY("session","dataset_id","resource")
);
--> statement-breakpoint
CREATE TABLE "node" (
	"id" integer PRIMARY KEY DEFAULT nextval('node_id_seq') NOT NULL,
	"kind" "node_kind" NOT NULL,
	"owner_id" integer,
	"path" integer[] NOT NULL,
	"permission_path" integer[] NOT NULL,
	"creator_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_account_id" integer NOT NULL,
	"type" "notification_type" NOT NULL,
	"subject_id" integer,
	"requestor_id" integer,
	"details" json NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_mute" (
	"user_account_id" integer NOT NULL,
	"channel" "notification_channel" NOT NULL,
	"type" "notification_type" NOT NULL,
	CONSTRAINT "notification_mute_pk" PRIMARY KEY("user_account_id","channel","type")
);
--> statement-breakpoint
CREATE TABLE "audit_record" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"command" text NOT NULL,
	"subject_id" integer,
	"request_id" text NOT NULL,
	"details" json
);
--> statement-breakpoint
CREATE TABLE "installation_secret" (
	"id" integer PRIMARY KEY NOT NULL,
	"signing_key" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_event" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" integer,
	"payload" json NOT NULL,
	"state" "outbox_state" DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"name" text NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "setting_pk" PRIMARY KEY("name","language")
);
--> statement-breakpoint
CREATE TABLE "curation_status" (
	"id" serial PRIMARY KEY NOT NULL,
	"dataset_version_id" integer NOT NULL,
	"label" text,
	"user_account_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_event" (
	"id" serial PRIMARY KEY NOT NULL,
	"dataset_version_id" integer NOT NULL,
	"action" "review_action" NOT NULL,
	"user_account_id" integer NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revoked_assignment" (
	"id" serial PRIMARY KEY NOT NULL,
	"assignee" text NOT NULL,
	"role_alias" text NOT NULL,
	"definition_point_id" integer NOT NULL,
	"assigned_by" text,
	"assigned_at" timestamp with time zone NOT NULL,
	"revoked_by" text,
	"revoked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" serial PRIMARY KEY NOT NULL,
	"alias" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"permissions" integer NOT NULL,
	"owner_id" integer,
	CONSTRAINT "role_alias_key" UNIQUE("alias")
);
--> statement-breakpoint
CREATE TABLE "role_assignment" (
	"id" serial PRIMARY KEY NOT NULL,
	"assignee" text NOT NULL,
	"role_id" integer NOT NULL,
	"definition_point_id" integer NOT NULL,
	"effective_node_id" integer,
	"explicit_group_id" integer,
	"private_url_token" uuid,
	"private_url_anonymized" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"assigned_by" text,
	CONSTRAINT "role_assignment_key" UNIQUE("definition_point_id","assignee","role_id"),
	CONSTRAINT "role_assignment_private_url_token_key" UNIQUE("private_url_token")
);
--> statement-breakpoint
CREATE TABLE "saved_original" (
	"data_file_id" integer PRIMARY KEY NOT NULL,
	"file_name" text,
	"content_type" text,
	"size_bytes" bigint
);
--> statement-breakpoint
CREATE TABLE "storage_quota" (
	"node_id" integer PRIMARY KEY NOT NULL,
	"quota_bytes" bigint NOT NULL,
	CONSTRAINT "storage_quota_bytes_check" CHECK ("storage_quota"."quota_bytes" >= 0)
);
--> statement-breakpoint
CREATE TABLE "upload_ticket" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dataset_id" integer,
	"account_id" integer,
	"authority" text NOT NULL,
	"identifier" text NOT NULL,
	"storage_driver" text NOT NULL,
	"storage_id" text NOT NULL,
	"storage_upload_id" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"part_size_bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"checksum_algorithm" text,
	"checksum_value" text,
	CONSTRAINT "upload_ticket_storage_id_key" UNIQUE("storage_id"),
	CONSTRAINT "upload_ticket_size_check" CHECK ("upload_ticket"."size_bytes" >= 0 and "upload_ticket"."part_size_bytes" > 0),
	CONSTRAINT "upload_ticket_completed_check" CHECK (("upload_ticket"."completed_at" is null) = ("upload_ticket"."checksum_value" is null) and ("upload_ticket"."checksum_value" is null) = ("upload_ticket"."checksum_algorithm" is null))
);
--> statement-breakpoint
CREATE TABLE "api_token" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_account_id" integer NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "api_token_user_account_id_key" UNIQUE("user_account_id"),
	CONSTRAINT "api_token_token_hash_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "builtin_user" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_account_id" integer NOT NULL,
	"password_hash" text,
	CONSTRAINT "builtin_user_user_account_id_key" UNIQUE("user_account_id")
);
--> statement-breakpoint
CREATE TABLE "user_account" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_name" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"affiliation" text,
	"position" text,
	"superuser" boolean DEFAULT false NOT NULL,
	"deactivated_at" timestamp with time zone,
	"authentication_provider_id" text NOT NULL,
	"persistent_user_id" text NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_login_at" timestamp with time zone,
	"last_api_use_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "workflow" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"steps" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workflow_invocation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"workflow_name" text NOT NULL,
	"steps" json NOT NULL,
	"trigger" "workflow_trigger" NOT NULL,
	"dataset_id" integer NOT NULL,
	"publish_type" "publish_type" NOT NULL,
	"user_account_id" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"paused_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workflow_invocation_dataset_id_key" UNIQUE("dataset_id")
);
--> statement-breakpoint
ALTER TABLE "file_access_request" ADD CONSTRAINT "file_access_request_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_access_request" ADD CONSTRAINT "file_access_request_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auxiliary_file" ADD CONSTRAINT "auxiliary_file_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_id_fk" FOREIGN KEY ("id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_default_contributor_role_id_fk" FOREIGN KEY ("default_contributor_role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_facet" ADD CONSTRAINT "collection_facet_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_facet" ADD CONSTRAINT "collection_facet_metadata_field_id_fk" FOREIGN KEY ("metadata_field_id") REFERENCES "public"."metadata_field"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_input_level" ADD CONSTRAINT "collection_input_level_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_input_level" ADD CONSTRAINT "collection_input_level_metadata_field_id_fk" FOREIGN KEY ("metadata_field_id") REFERENCES "public"."metadata_field"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_metadata_block" ADD CONSTRAINT "collection_metadata_block_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_metadata_block" ADD CONSTRAINT "collection_metadata_block_metadata_block_id_fk" FOREIGN KEY ("metadata_block_id") REFERENCES "public"."metadata_block"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_subject" ADD CONSTRAINT "collection_subject_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_type_block" ADD CONSTRAINT "dataset_type_block_type_fk" FOREIGN KEY ("dataset_type_id") REFERENCES "public"."dataset_type"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_type_block" ADD CONSTRAINT "dataset_type_block_block_fk" FOREIGN KEY ("block_id") REFERENCES "public"."metadata_block"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_type_license" ADD CONSTRAINT "dataset_type_license_type_fk" FOREIGN KEY ("dataset_type_id") REFERENCES "public"."dataset_type"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_type_license" ADD CONSTRAINT "dataset_type_license_license_fk" FOREIGN KEY ("license_id") REFERENCES "public"."license"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset" ADD CONSTRAINT "dataset_id_fk" FOREIGN KEY ("id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_lock" ADD CONSTRAINT "dataset_lock_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_lock" ADD CONSTRAINT "dataset_lock_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_version" ADD CONSTRAINT "dataset_version_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_version" ADD CONSTRAINT "dataset_version_license_id_fk" FOREIGN KEY ("license_id") REFERENCES "public"."license"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_download" ADD CONSTRAINT "file_download_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_thumbnail" ADD CONSTRAINT "file_thumbnail_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_provenance" ADD CONSTRAINT "file_provenance_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_registration" ADD CONSTRAINT "file_registration_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_file" ADD CONSTRAINT "data_file_id_fk" FOREIGN KEY ("id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_file" ADD CONSTRAINT "data_file_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_metadata" ADD CONSTRAINT "file_metadata_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_metadata" ADD CONSTRAINT "file_metadata_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixity_check" ADD CONSTRAINT "fixity_check_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fixity_round" ADD CONSTRAINT "fixity_round_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explicit_group" ADD CONSTRAINT "explicit_group_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explicit_group_member" ADD CONSTRAINT "explicit_group_member_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."explicit_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explicit_group_member" ADD CONSTRAINT "explicit_group_member_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "explicit_group_member" ADD CONSTRAINT "explicit_group_member_member_group_id_fk" FOREIGN KEY ("member_group_id") REFERENCES "public"."explicit_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ip_group_range" ADD CONSTRAINT "ip_group_range_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."ip_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "featured_collection" ADD CONSTRAINT "featured_collection_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "featured_collection" ADD CONSTRAINT "featured_collection_featured_collection_id_fk" FOREIGN KEY ("featured_collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node_link" ADD CONSTRAINT "node_link_linked_node_id_fk" FOREIGN KEY ("linked_node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node_link" ADD CONSTRAINT "node_link_linking_collection_id_fk" FOREIGN KEY ("linking_collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node_link" ADD CONSTRAINT "node_link_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metadata_block" ADD CONSTRAINT "metadata_block_owner_collection_id_fk" FOREIGN KEY ("owner_collection_id") REFERENCES "public"."node"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metadata_field" ADD CONSTRAINT "metadata_field_block_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."metadata_block"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metadata_field" ADD CONSTRAINT "metadata_field_parent_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."metadata_field"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vocabulary_value" ADD CONSTRAINT "vocabulary_value_field_id_fk" FOREIGN KEY ("field_id") REFERENCES "public"."metadata_field"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_citation" ADD CONSTRAINT "dataset_citation_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_month" ADD CONSTRAINT "usage_month_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_trace" ADD CONSTRAINT "usage_trace_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node" ADD CONSTRAINT "node_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."node"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node" ADD CONSTRAINT "node_creator_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_requestor_id_fk" FOREIGN KEY ("requestor_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mute" ADD CONSTRAINT "notification_mute_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "curation_status" ADD CONSTRAINT "curation_status_dataset_version_id_fk" FOREIGN KEY ("dataset_version_id") REFERENCES "public"."dataset_version"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "curation_status" ADD CONSTRAINT "curation_status_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_event" ADD CONSTRAINT "review_event_dataset_version_id_fk" FOREIGN KEY ("dataset_version_id") REFERENCES "public"."dataset_version"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_event" ADD CONSTRAINT "review_event_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revoked_assignment" ADD CONSTRAINT "revoked_assignment_definition_point_id_fk" FOREIGN KEY ("definition_point_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role" ADD CONSTRAINT "role_owner_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_assignment" ADD CONSTRAINT "role_assignment_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_assignment" ADD CONSTRAINT "role_assignment_definition_point_id_fk" FOREIGN KEY ("definition_point_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_assignment" ADD CONSTRAINT "role_assignment_effective_node_id_fk" FOREIGN KEY ("effective_node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_assignment" ADD CONSTRAINT "role_assignment_explicit_group_id_fk" FOREIGN KEY ("explicit_group_id") REFERENCES "public"."explicit_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_original" ADD CONSTRAINT "saved_original_data_file_id_fk" FOREIGN KEY ("data_file_id") REFERENCES "public"."data_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_quota" ADD CONSTRAINT "storage_quota_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_ticket" ADD CONSTRAINT "upload_ticket_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_ticket" ADD CONSTRAINT "upload_ticket_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."user_account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "builtin_user" ADD CONSTRAINT "builtin_user_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD CONSTRAINT "workflow_invocation_dataset_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."dataset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_invocation" ADD CONSTRAINT "workflow_invocation_user_account_id_fk" FOREIGN KEY ("user_account_id") REFERENCES "public"."user_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "file_access_request_open_key" ON "file_access_request" USING btree ("data_file_id","user_account_id") WHERE "file_access_request"."state" = 'CREATED';--> statement-breakpoint
CREATE INDEX "file_access_request_user_idx" ON "file_access_request" USING btree ("user_account_id","data_file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collection_alias_key" ON "collection" USING btree (lower("alias"));--> statement-breakpoint
CREATE INDEX "collection_file_count_limit_idx" ON "collection" USING btree ("id") WHERE "collection"."dataset_file_count_limit" is not null;--> statement-breakpoint
CREATE INDEX "collection_input_level_field_idx" ON "collection_input_level" USING btree ("metadata_field_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dataset_persistent_id_key" ON "dataset" USING btree (lower("protocol" || ':' || "authority" || "separator" || "identifier"));--> statement-breakpoint
CREATE UNIQUE INDEX "dataset_version_draft_key" ON "dataset_version" USING btree ("dataset_id") WHERE "dataset_version"."state" = 'DRAFT';--> statement-breakpoint
CREATE UNIQUE INDEX "dataset_version_number_key" ON "dataset_version" USING btree ("dataset_id","version_number","version_minor_number") WHERE "dataset_version"."version_number" is not null;--> statement-breakpoint
CREATE INDEX "file_registration_due_idx" ON "file_registration" USING btree ("dataset_id","data_file_id") WHERE "file_registration"."state" <> 'REGISTERED';--> statement-breakpoint
CREATE INDEX "file_registration_dataset_id_idx" ON "file_registration" USING btree ("dataset_id","data_file_id");--> statement-breakpoint
CREATE INDEX "data_file_dataset_checksum_idx" ON "data_file" USING btree ("dataset_id","checksum_value");--> statement-breakpoint
CREATE INDEX "data_file_dataset_size_idx" ON "data_file" USING btree ("dataset_id","size_bytes","id");--> statement-breakpoint
CREATE INDEX "data_file_dataset_type_idx" ON "data_file" USING btree ("dataset_id","content_type","id");--> statement-breakpoint
CREATE UNIQUE INDEX "data_file_persistent_id_key" ON "data_file" USING btree (lower("persistent_id"));--> statement-breakpoint
CREATE INDEX "data_file_root_idx" ON "data_file" USING btree ("root_data_file_id") WHERE "data_file"."root_data_file_id" is not null;--> statement-breakpoint
CREATE INDEX "data_file_package_idx" ON "data_file" USING btree ("dataset_id") WHERE "data_file"."content_type" like 'application/vnd.%.file-package';--> statement-breakpoint
CREATE INDEX "data_file_dates_idx" ON "data_file" USING btree ("dataset_id","id") WHERE "data_file"."embargo_date_available" is not null or "data_file"."retention_date_unavailable" is not null;--> statement-breakpoint
CREATE INDEX "file_metadata_dataset_label_idx" ON "file_metadata" USING btree ("dataset_id","label","id","valid_from","valid_to");--> statement-breakpoint
CREATE INDEX "file_metadata_valid_from_idx" ON "file_metadata" USING btree ("dataset_id","valid_from");--> statement-breakpoint
CREATE INDEX "file_metadata_valid_to_idx" ON "file_metadata" USING btree ("dataset_id","valid_to") WHERE "file_metadata"."valid_to" is not null;--> statement-breakpoint
CREATE INDEX "file_metadata_restricted_idx" ON "file_metadata" USING btree ("dataset_id","label","id") WHERE "file_metadata"."restricted";--> statement-breakpoint
CREATE INDEX "file_metadata_categories_idx" ON "file_metadata" USING gin (array_append("categories", "dataset_id"::text));--> statement-breakpoint
CREATE INDEX "file_metadata_data_file_idx" ON "file_metadata" USING btree ("data_file_id","valid_from");--> statement-breakpoint
CREATE UNIQUE INDEX "file_metadata_current_path_key" ON "file_metadata" USING btree ("dataset_id",coalesce("directory_label", ''),"label") WHERE "file_metadata"."valid_to" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "file_metadata_current_file_key" ON "file_metadata" USING btree ("data_file_id") WHERE "file_metadata"."valid_to" is null;--> statement-breakpoint
CREATE INDEX "fixity_check_fault_idx" ON "fixity_check" USING btree ("data_file_id") WHERE "fixity_check"."fault" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "fixity_round_running_key" ON "fixity_round" USING btree (coalesce("dataset_id", 0)) WHERE "fixity_round"."finished_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "explicit_group_member_user_key" ON "explicit_group_member" USING btree ("user_account_id","group_id") WHERE "explicit_group_member"."user_account_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "explicit_group_member_group_key" ON "explicit_group_member" USING btree ("member_group_id","group_id") WHERE "explicit_group_member"."member_group_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "explicit_group_member_assignee_key" ON "explicit_group_member" USING btree ("assignee","group_id") WHERE "explicit_group_member"."assignee" is not null;--> statement-breakpoint
CREATE INDEX "explicit_group_member_group_id_idx" ON "explicit_group_member" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "ip_group_range_group_id_idx" ON "ip_group_range" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "featured_collection_featured_idx" ON "featured_collection" USING btree ("featured_collection_id");--> statement-breakpoint
CREATE INDEX "node_link_linking_collection_idx" ON "node_link" USING btree ("linking_collection_id");--> statement-breakpoint
CREATE INDEX "metadata_field_block_order_idx" ON "metadata_field" USING btree ("block_id","display_order");--> statement-breakpoint
CREATE INDEX "metadata_field_parent_idx" ON "metadata_field" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "usage_trace_last_at_idx" ON "usage_trace" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "node_owner_kind_id_idx" ON "node" USING btree ("owner_id","kind","id");--> statement-breakpoint
CREATE INDEX "node_path_idx" ON "node" USING gin ("path");--> statement-breakpoint
CREATE INDEX "node_collection_path_idx" ON "node" USING btree ("path") WHERE "node"."kind" = 'COLLECTION';--> statement-breakpoint
CREATE INDEX "node_owner_created_idx" ON "node" USING btree ("owner_id","created_at","id") WHERE "node"."kind" <> 'DATAFILE';--> statement-breakpoint
CREATE INDEX "node_owner_published_idx" ON "node" USING btree ("owner_id",coalesce("published_at", 'infinity'::timestamptz),"id") WHERE "node"."kind" <> 'DATAFILE';--> statement-breakpoint
CREATE INDEX "node_file_date_idx" ON "node" USING btree ("owner_id",coalesce("published_at", "created_at"),"id") WHERE "node"."kind" = 'DATAFILE';--> statement-breakpoint
CREATE INDEX "notification_user_account_id_idx" ON "notification" USING btree ("user_account_id","id");--> statement-breakpoint
CREATE INDEX "notification_unread_idx" ON "notification" USING btree ("user_account_id","id") WHERE "notification"."read_at" is null;--> statement-breakpoint
CREATE INDEX "audit_record_subject_idx" ON "audit_record" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "outbox_event_state_idx" ON "outbox_event" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "curation_status_dataset_version_id_idx" ON "curation_status" USING btree ("dataset_version_id","id");--> statement-breakpoint
CREATE INDEX "review_event_dataset_version_id_idx" ON "review_event" USING btree ("dataset_version_id");--> statement-breakpoint
CREATE INDEX "revoked_assignment_definition_point_idx" ON "revoked_assignment" USING btree ("definition_point_id","id");--> statement-breakpoint
CREATE INDEX "role_owner_id_idx" ON "role" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "role_assignment_effective_idx" ON "role_assignment" USING btree ("effective_node_id","assignee");--> statement-breakpoint
CREATE INDEX "role_assignment_explicit_group_id_idx" ON "role_assignment" USING btree ("explicit_group_id");--> statement-breakpoint
CREATE INDEX "role_assignment_assignee_idx" ON "role_assignment" USING btree ("assignee","effective_node_id");--> statement-breakpoint
CREATE INDEX "role_assignment_role_id_idx" ON "role_assignment" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "upload_ticket_dataset_idx" ON "upload_ticket" USING btree ("dataset_id");--> statement-breakpoint
CREATE INDEX "upload_ticket_account_idx" ON "upload_ticket" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "upload_ticket_expires_idx" ON "upload_ticket" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_user_name_key" ON "user_account" USING btree (lower("user_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_email_key" ON "user_account" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_provider_key" ON "user_account" USING btree ("authentication_provider_id","persistent_user_id");