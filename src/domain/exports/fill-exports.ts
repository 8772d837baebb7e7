import type { Logger } from 'pino';
import { findVersion } from '../../db/queries/versions/versions.ts';
import { exporters } from '../../formats/exports/exporters.ts';
import type { JobScope } from '../../kernel/subscribers.ts';
import { type ExportedKey, type ExportScope, makeExports } from './keep-export.ts';

/** Where jobs make exports. */
export interface FillScope extends ExportScope {
  readonly log: Logger;
}

/** What a job made of a dataset. */
export interface FilledExports {
  readonly made: number;
  readonly failed: number;
}

/** @throws Error in a process that only delivers events. */
export function fillScope({ db, log, commandServices: services }: JobScope): FillScope {
  if (services === undefined) throw new Error('This process makes no exports.');
  return { db, log, services };
}

/** Each format by itself, after all of them at once have failed: one that fails takes no other with it. */
async function fillOneByOne(scope: FillScope, version: ExportedKey): Promise<FilledExports> {
  const filled = { made: 0, failed: 0 };
  for (const exporter of exporters) {
    try {
      filled.made += (await makeExports(scope, [exporter], version))?.madeCount ?? 0;
    } catch (error) {
      filled.failed += 1;
      scope.log.error({ err: error, datasetId: version.datasetId, exporter: exporter.name }, 'An export could not be made.');
    }
  }
  return filled;
}

/** Makes the exports of a dataset in all formats that are not kept: from one reading of the version, in one transaction. */
export async function fillExports(scope: FillScope, datasetId: number): Promise<FilledExports> {
  const version = await findVersion(scope.db, datasetId, { states: ['RELEASED'] });
  if (version === undefined) return { made: 0, failed: 0 };
  try {
    return { made: (await makeExports(scope, exporters, version))?.madeCount ?? 0, failed: 0 };
  } catch {
    return fillOneByOne(scope, version);
  }
}
