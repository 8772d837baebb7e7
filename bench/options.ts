import { parseArgs } from 'node:util';
import type { FileSizes } from './seed-files.ts';
import type { LargeSizes } from './seed-large.ts';

/** What a run measures, and for how long. */
export interface BenchOptions {
  /** Published datasets in the database. */
  readonly datasets: number;
  /** Sizes of what the rows named `Large` are about. */
  readonly large: LargeSizes;
  /** Sizes of what the rows named `Files` and `Datasets` are about. */
  readonly files: FileSizes;
  /** Length of one measurement. */
  readonly seconds: number;
  /** Measurements of each side of a row; the median counts. */
  readonly rounds: number;
  /** Size of the upload; 0 leaves it out. */
  readonly uploadMegabytes: number;
  /** Rows whose name contains this text, or one of several with `|` between; empty for all. */
  readonly only: string;
  /** Prints JSON instead of the table. */
  readonly json: boolean;
  /** Writes a CPU profile of the server into this folder when it stops. */
  readonly profileFolder: string | undefined;
}

export const USAGE = `npm run bench -- [--datasets 20000] [--list-datasets 50000] [--tree-collections 10000] [--files 100000] [--versions 50] [--seconds 8] [--rounds 3] [--upload-mb 1024] [--only TEXT] [--json] [--profile FOLDER]`;

function count(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) {
    throw new Error(`--${name} takes a whole number, at least ${least}; got "${text}".\n${USAGE}`);
  }
  return value;
}

/** Whether a row is among those that were asked for. */
export function isChosen(name: string, only: string): boolean {
  return only.split('|').some((text) => name.includes(text));
}

/** Reads the command line. @throws Error naming the option that has a bad value. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      datasets: { type: 'string', default: '20000' },
      'list-datasets': { type: 'string', default: '50000' },
      'tree-collections': { type: 'string', default: '10000' },
      files: { type: 'string', default: '100000' },
      versions: { type: 'string', default: '50' },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '3' },
      'upload-mb': { type: 'string', default: '1024' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  return {
    // Half of them lie in collections of 20; fewer would leave nothing to choose from.
    datasets: count('datasets', values.datasets, 100),
    large: {
      // Fewer than a few pages have no middle.
      listDatasets: count('list-datasets', values['list-datasets'], 500),
      treeCollections: count('tree-collections', values['tree-collections'], 1),
    },
    files: { files: count('files', values.files, 1000), versions: count('versions', values.versions, 2) },
    seconds: count('seconds', values.seconds, 1),
    rounds: count('rounds', values.rounds, 1),
    uploadMegabytes: count('upload-mb', values['upload-mb'], 0),
    only: values.only,
    json: values.json,
    profileFolder: values.profile,
  };
}
