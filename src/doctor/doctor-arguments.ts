import { parseArgs } from 'node:util';
import { StartupError } from '../errors/startup-error.ts';

const SUBJECTS = ['storage', 'search', 'replicas'] as const;

export interface DoctorArguments {
  /** What is compared with the database: stored bytes, the index of search, or the standbys that answer reads. */
  readonly subject: (typeof SUBJECTS)[number];
  readonly mend: boolean;
  /** Whose index of search is rebuilt: that of the database, or that of the engine beside it. */
  readonly rebuild: 'database' | 'engine' | undefined;
  readonly json: boolean;
  readonly graceHours: number;
}

/** Bytes are in place before the record that names them is committed; that takes moments, rarely minutes. */
const SHORTEST_GRACE_HOURS = 1;
const DEFAULT_GRACE_HOURS = 24;

const USAGE = `Usage: npm run doctor -- storage [--mend] [--json] [--grace-hours=${DEFAULT_GRACE_HOURS}], or npm run doctor -- search [--mend | --rebuild | --rebuild-engine] [--json], or npm run doctor -- replicas [--json]`;

/** Reads what follows the word `doctor`. @throws StartupError naming what is not understood, with the usage. */
export function readDoctorArguments(given: readonly string[]): DoctorArguments {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(given);
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}. ${USAGE}`);
  }
  const { values, positionals } = parsed;
  const subject = SUBJECTS.find((known) => known === positionals[0]);
  if (positionals.length !== 1 || subject === undefined) {
    throw new StartupError(`The doctor examines the storage, the index of search, or the replicas. ${USAGE}`);
  }
  if (subject !== 'storage' && values['grace-hours'] !== undefined) {
    throw new StartupError(`--grace-hours is of the storage: nothing else has young rows. ${USAGE}`);
  }
  const rebuilds = [values.rebuild === true && 'database', values['rebuild-engine'] === true && 'engine'] as const;
  const wanted = rebuilds.filter((one) => one !== false);
  if (wanted.length > 0 && (subject !== 'search' || values.mend === true || wanted.length > 1)) {
    throw new StartupError(`--rebuild and --rebuild-engine are each of the index of search, and leave nothing to mend. ${USAGE}`);
  }
  if (subject === 'replicas' && values.mend === true) throw new StartupError(`There is nothing to mend of replicas. ${USAGE}`);
  const graceHours = values['grace-hours'] === undefined ? DEFAULT_GRACE_HOURS : Number(values['grace-hours']);
  if (!Number.isFinite(graceHours) || graceHours < SHORTEST_GRACE_HOURS) {
    throw new StartupError(
      `--grace-hours must be a number from ${SHORTEST_GRACE_HOURS}: younger bytes may belong to an upload in progress. ${USAGE}`,
    );
  }
  return { subject, mend: values.mend ?? false, rebuild: wanted[0], json: values.json ?? false, graceHours };
}

function parse(given: readonly string[]) {
  return parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      mend: { type: 'boolean' },
      rebuild: { type: 'boolean' },
      'rebuild-engine': { type: 'boolean' },
      json: { type: 'boolean' },
      'grace-hours': { type: 'string' },
    },
  });
}
