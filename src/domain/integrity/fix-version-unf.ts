import { z } from 'zod';
import { lockNode } from '../../db/queries/collections/collections.ts';
import { dropExports } from '../../db/queries/exports/kept-exports.ts';
import {
  findFingerprintedVersion,
  type FingerprintedVersion,
  type HeldUnf,
  listEarlierUnfs,
  listTableUnfs,
  storeVersionUnfs,
} from '../../db/queries/versions/version-unfs.ts';
import { command, type Scope } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { VersionUnfOutcome } from '../../vocabulary/integrity.ts';
import { unfOf, unfsAt } from '../versions/version-unf.ts';

/** Most earlier versions that are compared. */
const MOST_COMPARED = 100;

/** What became of the fingerprint of a version. */
export interface FixedVersionUnf {
  readonly versionId: number;
  readonly outcome: VersionUnfOutcome;
  readonly unf: string | null;
}

/** The fingerprint of the newest earlier version that holds tables of the same fingerprints; undefined where there is none. */
async function findEqualUnf({ tx }: Scope, version: FingerprintedVersion, held: readonly HeldUnf[]): Promise<string | undefined> {
  const wanted = unfsAt(held, version).join('\n');
  const earlier = await listEarlierUnfs(tx, version, MOST_COMPARED);
  return earlier.find((other) => unfsAt(held, other).join('\n') === wanted)?.unf ?? undefined;
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
    const held = await listTableUnfs(tx, version.datasetId);
    const equal = forceRecalculate ? undefined : await findEqualUnf(scope, version, held);
    const unf = equal ?? unfOf(unfsAt(held, version));
    if (unf === null) return { versionId, outcome: 'NO_TABLES', unf };
    await storeVersionUnfs(tx, [{ id: versionId, unf }]);
    await dropExports(tx, version.datasetId);
    scope.note({ version: versionId, unf });
    return { versionId, outcome: equal === undefined ? 'COMPUTED' : 'TAKEN_OVER', unf };
  },
});
