import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartupError } from '../errors/startup-error.ts';

/** What is carried out, and where to. */
export interface ExportArguments {
  readonly collection: string;
  readonly folder: string;
  /** False leaves the bytes where they are: the records have their addresses. */
  readonly withFiles: boolean;
}

/** What is carried in, and below which collection. */
export interface ImportArguments {
  readonly folder: string;
  readonly into: string;
}

const EXPORT_USAGE = 'Usage: npm run export -- --collection ALIAS --to FOLDER [--without-files]';
const IMPORT_USAGE = 'Usage: npm run import -- --from FOLDER [--into ALIAS]';

function read<Options extends NonNullable<ParseArgsConfig['options']>>(given: readonly string[], options: Options, usage: string) {
  try {
    return parseArgs({ args: [...given], options }).values;
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}. ${usage}`);
  }
}

/** Reads what follows the word `export`. @throws StartupError naming what is not understood, with the usage */
export function readExportArguments(given: readonly string[]): ExportArguments {
  const options = { collection: { type: 'string' }, to: { type: 'string' }, 'without-files': { type: 'boolean' } } as const;
  const { collection, to, 'without-files': withoutFiles } = read(given, options, EXPORT_USAGE);
  if (!collection || !to) throw new StartupError(`An export needs a collection and a folder. ${EXPORT_USAGE}`);
  return { collection, folder: to, withFiles: withoutFiles !== true };
}

/** Reads what follows the word `import`. @throws StartupError naming what is not understood, with the usage */
export function readImportArguments(given: readonly string[]): ImportArguments {
  const options = { from: { type: 'string' }, into: { type: 'string' } } as const;
  const { from, into } = read(given, options, IMPORT_USAGE);
  if (!from) throw new StartupError(`An import needs the folder of an export. ${IMPORT_USAGE}`);
  return { folder: from, into: into ?? 'root' };
}
