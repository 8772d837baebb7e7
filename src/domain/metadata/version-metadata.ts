export type { CompoundValue, MetadataField, VersionMetadata } from '../../db/schema/metadata-block.ts';
