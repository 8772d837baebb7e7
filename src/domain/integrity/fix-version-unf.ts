import { z } from 'zod';
import { lockNode } from '../../db/queries/collections/collections.ts';
import { dropExports } from '../../db/queries/exports/kept-exports.ts';
import {
  findFingerprintedVersion,
  type FingerprintedVersion,
  listEarlierUnfs,
  listTableUnfs,
  storeVersionUnf,
} from '../../db/queries/versions/version-unfs.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { VersionUnfOutcome } from '../../vocabulary/integrity.ts';
import { unfOf } from '../versions/version-unf.ts';

/** Most earlier versions that are compared. */
const MOST_COMPARED = 100;

/** What became of the fingerprint of a version. */
export interface FixedVersionUnf {
  readonly versionId: number;
  readonly outcome: VersionUnfOutcome;
  readonly unf: string | null;
}

/** The fingerprint of the newest earlier version that holds tables of the same fingerprints; undefined where there is none. */
async function findEqualUnf({ tx }: Scope, version: FingerprintedVersion, unfs: readonly string[]): Promise<string | undefined> {
  for (const earlier of await listEarlierUnfs(tx, version, MOST_COMPARED)) {
    if ((await listTableUnfs(tx, earlier)).join('\n') === unfs.join('\n')) return earlier.unf ?? undefined;
  }
  return undefined;
}

/** Gives a version the fingerprint of its tables where it has none; one that is there never changes. Source: files.md 12.2. */
export const fixVersionUnf = command({
  name: 'fixVersionUnf',
  input: z.object({ versionId: z.int(), forceRecalculate: z.boolean() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { versionId, forceRecalculate }): Promise<FixedVersionUnf> => {
    const { tx } = scope;
    const named = await findFingerprintedVersion(tx, versionId);
    if (named !== undefined) await lockNode(tx, named.datasetId);
    // Read again: an ingest may have ended while this waited.
    const version = await findFingerprintedVersion(tx, versionId);
    if (version === undefined) return { versionId, outcome: 'NO_VERSION', unf: null };
    if (version.unf !== null) return { versionId, outcome: 'PRESENT', unf: version.unf };
    const unfs = await listTableUnfs(tx, version);
    const equal = forceRecalculate ? undefined : await findEqualUnf(scope, version, unfs);
    const unf = equal ?? unfOf(unfs);
    if (unf === null) return { versionId, outcome: 'NO_TABLES', unf };
    await storeVersionUnf(tx, versionId, unf);
    await dropExports(tx, version.datasetId);
    scope.note({ version: versionId, unf });
    return { versionId, outcome: equal === undefined ? 'COMPUTED' : 'TAKEN_OVER', unf };
  },
});
