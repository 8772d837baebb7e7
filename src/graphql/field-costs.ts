import { type GraphQLNamedType, isLeafType } from 'graphql';

/** A value of the row: resolving, copying and writing it takes a twentieth of the time of an object. */
export const LEAF_COST = 0.05;
/** An entry of a list in the row. */
export const ENTRY_COST = 0.1;
const OBJECT_COST = 1;

/** Fields that cost more than their result, by name: with one statement per parent, or an expensive one. */
export const FIELD_COSTS: ReadonlyMap<string, number> = new Map([
  // Put together from all metadata of a version.
  ['citation', 1],
  ['citationText', 1],
  // Milliseconds of a processor for each.
  ['citationInStyle', 20],
  ['jsonLd', 10],
  // One counting statement per parent.
  ['totalCount', 16],
  ['fileCount', 5],
  ['fileCounts', 10],
  ['hasDownloadableFile', 5],
  ['downloadSizeBytes', 10],
  // These read all files below an object, or the whole installation.
  ['storageSizeBytes', 250],
  ['storageUseBytes', 250],
  ['curationStates', 250],
  ['registrationSummary', 250],
  ['fixityReport', 250],
  // Kept, but computed from the whole installation once in a while; lists of up to 5,000 entries.
  ['installationMetrics', 250],
  ['runSavedSearches', 500],
  ['filesByTypeMonthly', 500],
  ['downloadTotals', 1000],
  ['downloadsMonthly', 1000],
  // A probe of the index for each part; up to 10,000 entries.
  ['sitemapParts', 50],
  ['sitemapPart', 500],
  // Whole lists, each entry with what it holds.
  ['guestbooks', 20],
  ['featuredItems', 10],
  ['templates', 50],
  // One statement per parent or per page, over more rows than it gives.
  ['search', 50],
  ['ownHits', 100],
  ['searchNames', 20],
  ['similar', 50],
  ['datasetCount', 16],
  ['shownIn', 5],
  ['highlights', 1],
  // Each asks an engine that answers one question at a time.
  ['tabular', 10],
  ['preview', 200],
  ['aggregate', 200],
  ['spread', 500],
  // Written from a whole version, and up to 250,000 characters long.
  ['export', 250],
  ['piece', 250],
  ['bulkResultPiece', 250],
  ['variableDescription', 250],
  // All that an account did, and up to 250 entries of each kind.
  ['accountTraces', 500],
  // These read versions whole, with their files.
  ['diff', 500],
  ['carriedDataset', 500],
  ['versionSummaries', 500],
]);

/** The cost of a field for one parent, without its selections. */
export function fieldCost(name: string, type: GraphQLNamedType): number {
  return FIELD_COSTS.get(name) ?? (isLeafType(type) ? LEAF_COST : OBJECT_COST);
}
