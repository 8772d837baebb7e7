CREATE TABLE "oai_record" (
	"dataset_id" integer PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"deleted" boolean NOT NULL,
	"stamp_micros" bigint
);
--> statement-breakpoint
CREATE INDEX "oai_record_identifier_idx" ON "oai_record" USING btree (lower("identifier"));--> statement-breakpoint
CREATE INDEX "oai_record_stamp_idx" ON "oai_record" USING btree ("stamp_micros","dataset_id");--> statement-breakpoint
CREATE INDEX "oai_record_unstamped_idx" ON "oai_record" USING btree ("dataset_id") WHERE "oai_record"."stamp_micros" is null;--> statement-breakpoint
-- What was published before is told to harvesters as of its newest publication; withdrawn datasets as deleted.
INSERT INTO "oai_record" ("dataset_id", "identifier", "deleted", "stamp_micros")
SELECT d.id, d.protocol || ':' || d.authority || d.separator || d.identifier, coalesce(v.released_at is null, true),
  (extract(epoch from least(now(), coalesce(v.released_at, n.published_at))) * 1000000)::bigint
FROM "dataset" d JOIN "node" n ON n.id = d.id
LEFT JOIN LATERAL (
  SELECT coalesce(r.released_at, n.published_at) AS released_at FROM "dataset_version" r
  WHERE r.dataset_id = d.id AND r.state = 'RELEASED' ORDER BY r.ordinal DESC LIMIT 1
) v ON true
WHERE n.published_at IS NOT NULL;
