CREATE TABLE "collection_block_facet" (
	"collection_id" integer NOT NULL,
	"metadata_block_id" integer NOT NULL,
	CONSTRAINT "collection_block_facet_pk" PRIMARY KEY("collection_id","metadata_block_id")
);
--> statement-breakpoint
ALTER TABLE "collection" ADD COLUMN "block_facet_root" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "collection_block_facet" ADD CONSTRAINT "collection_block_facet_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_block_facet" ADD CONSTRAINT "collection_block_facet_metadata_block_id_fk" FOREIGN KEY ("metadata_block_id") REFERENCES "public"."metadata_block"("id") ON DELETE no action ON UPDATE no action;
