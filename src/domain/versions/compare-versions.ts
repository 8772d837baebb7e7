import { listFileDifferences } from '../../db/queries/versions/version-differences.ts';
import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { findVersionAsOf, type VersionRow } from '../../db/queries/versions/versions.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { CommandContext } from '../../kernel/command.ts';
import { detail } from '../../kernel/detail.ts';
import { composed } from '../../kernel/composed.ts';
import { mayEdit } from '../subjects/dataset-subject.ts';
import { type BlockDifference, diffMetadata } from '../metadata/diff-metadata.ts';
import { shownMetadata } from '../metadata/shown-metadata.ts';
import { diffFiles, type FileDifferences } from './diff-files.ts';
import { diffTerms, type TermChange } from './diff-terms.ts';
import { viewVersion } from './view-version.ts';

/** All that differs between two versions of a dataset. */
export interface VersionComparison {
  readonly from: VersionRow;
  readonly to: VersionRow;
  readonly metadata: readonly BlockDifference[];
  readonly files: FileDifferences;
  readonly terms: readonly TermChange[];
}

/**
 * Compares two versions that the actor may see with their files; the first has to be the earlier one.
 * @throws DomainError BAD_USER_INPUT | PERMISSION_DENIED | DATASET_VERSION_NOT_FOUND. Source: datasets.md 14.5.
 */
export const compareVersions = composed({
  name: 'compareVersions',
  of: [viewVersion],
  run: async (
    context: CommandContext,
    dataset: DatasetWithGrants,
    options: { readonly from: string; readonly to: string; readonly includeDeaccessioned: boolean },
  ): Promise<VersionComparison> => {
    const view = (reference: string) => viewVersion(context, { dataset, reference, includeDeaccessioned: options.includeDeaccessioned });
    const from = await view(options.from);
    const to = await view(options.to);
    if (from.ordinal >= to.ordinal) {
      throw new DomainError('BAD_USER_INPUT', `Version ${options.from} must be older than version ${options.to}.`, {
        problems: [{ pointer: '/from', message: 'must be the older version' }],
      });
    }
    const shown = ({ metadata }: VersionRow) => shownMetadata(context.services, metadata.value);
    const rows = await listFileDifferences(context.db, dataset.id, [{ from: from.ordinal, to: to.ordinal }]);
    return {
      from,
      to,
      metadata: diffMetadata(shown(from), shown(to), context.services.blocks.current()),
      files: diffFiles(rows),
      terms: diffTerms(from, to),
    };
  },
});

/** The version that was current at a given time, if the actor may see it; undefined before the first publication. */
export const viewVersionAsOf = detail({
  name: 'viewVersionAsOf',
  run: (context: CommandContext, dataset: DatasetWithGrants, moment: Date): Promise<VersionRow | undefined> =>
    findVersionAsOf(context.db, dataset.id, mayEdit(context, dataset) ? ['RELEASED', 'DEACCESSIONED'] : ['RELEASED'], moment),
});
