/** Metadata, most of the size of a version, are read only if an operation selects a field derived from them. */
import type { GraphQLResolveInfo } from 'graphql';
import { shownBlocks } from '../../domain/metadata/shown-blocks.ts';
import { shownFields } from '../../domain/metadata/shown-fields.ts';
import { showVersionMetadata } from '../../domain/versions/view-version.ts';
import { textsIn } from '../../model/metadata/metadata-values.ts';
import type { ShownBlock, ShownFields, StoredMetadata, VersionRow } from '../../domain/rows.ts';
import type { RequestContext } from '../../request-context.ts';
import type { DatasetVersionModel } from '../models.ts';
import { isSelected, lookAhead } from '../selection.ts';

/** Fields of a version that are made of its metadata. What is not named here reads them by itself, in a statement of its own. */
const MADE_OF_METADATA = [
  'metadata',
  'metadataBlocks',
  'metadataBlock',
  'distributionDate',
  'productionDate',
  'citation',
  'citationText',
  'citationInStyle',
  'citationYear',
  'jsonLd',
] as const;

function asksBelow(...paths: readonly (readonly string[])[]): (info: GraphQLResolveInfo) => boolean {
  return lookAhead((info) => paths.some((path) => MADE_OF_METADATA.some((name) => isSelected(info, ...path, name))));
}

/** Whether an operation asks a version for what is made of its metadata. */
export const asksForMetadata = asksBelow([]);
/** The same of the newest version of a dataset. */
export const asksForMetadataOfLatest = asksBelow(['latestVersion']);
/** The same of the newest versions of a page of datasets. */
export const asksForMetadataOfContents = asksBelow(['contents', 'nodes', 'latestVersion']);
/** The same of a page of versions. */
export const asksForMetadataOfPage = asksBelow(['nodes'], ['edges', 'node']);

/** The metadata of a version: at once where they were read with it. */
export function metadataOf({ row }: DatasetVersionModel, context: RequestContext): StoredMetadata | Promise<StoredMetadata> {
  if (row.metadata !== undefined) return row.metadata;
  return showVersionMetadata(context, row);
}

/** The version with its metadata. */
export async function wholeVersion(version: DatasetVersionModel, context: RequestContext): Promise<VersionRow> {
  return { ...version.row, metadata: await metadataOf(version, context) };
}

function fromMetadata<Found>(
  version: DatasetVersionModel,
  context: RequestContext,
  find: (metadata: StoredMetadata) => Found,
): Found | Promise<Found> {
  const metadata = metadataOf(version, context);
  return metadata instanceof Promise ? metadata.then(find) : find(metadata);
}

const asksForNativeFields = lookAhead((info) => isSelected(info, 'nativeFields'));

/** The blocks of a version as shown to readers. */
export function blocksOf(
  version: DatasetVersionModel,
  context: RequestContext,
  info: GraphQLResolveInfo,
): ShownBlock[] | Promise<ShownBlock[]> {
  const asText = asksForNativeFields(info);
  return fromMetadata(version, context, (metadata) => shownBlocks(context.services, metadata, { asText }));
}

/** What `view` makes of the fields of a version as they are shown to readers. */
export function fieldsAs<View>(
  version: DatasetVersionModel,
  context: RequestContext,
  view: (shown: ShownFields) => View,
): View | Promise<View> {
  return fromMetadata(version, context, (metadata) => view(shownFields(context.services, metadata)));
}

/** The text of a field of its own that is no compound; null without one. */
export function fieldText(version: DatasetVersionModel, context: RequestContext, name: string): string | null | Promise<string | null> {
  return fromMetadata(version, context, (metadata) => {
    const field = metadata.findField(name);
    return field === undefined ? null : (textsIn(field)[0] ?? null);
  });
}
