import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { listContributors, listFileDifferences } from '../../db/queries/versions/version-differences.ts';
import { listDifferingEdits } from '../../db/queries/ingest/variable-edits.ts';
import { listVersionPlaces, type VersionPlace } from '../../db/queries/versions/version-places.ts';
import { listVersionsByIds, type VersionRow } from '../../db/queries/versions/versions.ts';
import { EDITING_COMMANDS } from '../../model/editing-commands.ts';
import type { VersionSummaryKind } from '../../vocabulary/datasets.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { maySeeDraft } from '../subjects/dataset-subject.ts';
import { type BlockDifference, countValues, diffMetadata, type FieldDifference } from '../metadata/diff-metadata.ts';
import { shownMetadata } from '../metadata/shown-metadata.ts';
import { diffFiles, type FileDifferences } from './diff-files.ts';
import { diffTerms } from './diff-terms.ts';

/** How often values of a field came, went and changed. */
export interface ChangeCount {
  readonly added: number;
  readonly deleted: number;
  readonly changed: number;
}

/** What a version brought, against the one before it that is not withdrawn. */
export interface VersionChanges {
  readonly metadata: readonly BlockDifference[];
  readonly files: FileDifferences;
  readonly termsChanged: boolean;
  /** Number of tables of whose variables other things are said. */
  readonly changedVariables: number;
}

/** A version in the history of its dataset. */
export interface VersionSummary {
  readonly version: VersionRow;
  readonly contributors: readonly string[];
  readonly kind: VersionSummaryKind;
  /** Of a `compared` version. */
  readonly changes: VersionChanges | null;
}

/** Counts the change of one field: its values if it was added or deleted, one change if they differ. */
export function countChanges({ kind, oldField, newField }: FieldDifference): ChangeCount {
  return {
    added: kind === 'ADDED' ? countValues(newField) : 0,
    deleted: kind === 'REMOVED' ? countValues(oldField) : 0,
    changed: kind === 'CHANGED' ? 1 : 0,
  };
}

interface Placed {
  readonly version: VersionPlace;
  readonly previous: VersionPlace | undefined;
  readonly kind: VersionSummaryKind;
}

function place(version: VersionPlace, older: readonly VersionPlace[]): Placed {
  const previous = older.find(({ state }) => state !== 'DEACCESSIONED');
  if (version.state === 'DEACCESSIONED') return { version, previous: undefined, kind: 'deaccessioned' };
  if (previous !== undefined) return { version, previous, kind: 'compared' };
  if (older.length > 0) return { version, previous, kind: 'previousVersionDeaccessioned' };
  return { version, previous, kind: version.state === 'DRAFT' ? 'firstDraft' : 'firstPublished' };
}

/**
 * The history of a dataset, newest first: the draft for those who may see it, and every version that was published. Five statements,
 * whatever the number of versions. Source: datasets.md 14.5.
 */
export const summarizeVersions = detail({
  name: 'summarizeVersions',
  run: async (
    context: CommandContext,
    dataset: DatasetWithGrants,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly totalCount: number; readonly summaries: readonly VersionSummary[] }> => {
    const { db, services } = context;
    const all = await listVersionPlaces(db, dataset.id);
    const visible = maySeeDraft(context, dataset) ? all : all.filter(({ state }) => state !== 'DRAFT');
    const places = visible.slice(offset, offset + limit).map((version) => place(version, all.slice(all.indexOf(version) + 1)));
    const ids = new Set(places.flatMap(({ version, previous }) => (previous === undefined ? [version.id] : [version.id, previous.id])));
    const versions = new Map((await listVersionsByIds(db, [...ids])).map((version) => [version.id, version]));
    const placed = places.flatMap(({ version: { id }, previous, kind }) => {
      const version = versions.get(id);
      // A draft may have been deleted meanwhile.
      return version === undefined ? [] : [{ version, previous: previous && versions.get(previous.id), kind }];
    });
    const compared = placed.flatMap(({ version, previous }) => (previous === undefined ? [] : [{ version, previous }]));
    const pairs = compared.map(({ version, previous }) => ({ from: previous.ordinal, to: version.ordinal }));
    const rows = Map.groupBy(await listFileDifferences(db, dataset.id, pairs), ({ pair }) => pair);
    const contributors = await listContributors(
      db,
      placed.map(({ version }) => version.id),
      EDITING_COMMANDS,
    );
    const catalog = services.blocks.current();
    const files = compared.map((_pair, index) => diffFiles(rows.get(index) ?? []));
    const edits = files.flatMap((difference, index) => difference.edits.map((pair) => ({ ...pair, index })));
    const differing = await listDifferingEdits(db, edits);
    const edited = edits.filter((_pair, number) => differing.has(number));
    const changes = new Map(
      compared.map(({ version, previous }, index): [number, VersionChanges] => [
        version.id,
        {
          metadata: diffMetadata(
            shownMetadata(services, previous.metadata.value),
            shownMetadata(services, version.metadata.value),
            catalog,
          ),
          files: files[index] ?? diffFiles([]),
          termsChanged: diffTerms(previous, version).some(({ key }) => key !== 'license'),
          changedVariables: edited.filter((pair) => pair.index === index).length,
        },
      ]),
    );
    return {
      totalCount: visible.length,
      summaries: placed.map(({ version, kind }) => ({
        version,
        kind,
        contributors: contributors.get(version.id) ?? [],
        changes: changes.get(version.id) ?? null,
      })),
    };
  },
});
