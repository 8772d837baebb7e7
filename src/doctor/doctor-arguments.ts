import { parseArgs } from 'node:util';
import { StartupError } from '../errors/startup-error.ts';

export interface DoctorArguments {
  readonly mend: boolean;
  readonly json: boolean;
  readonly graceHours: number;
}

/** Bytes are in place before the record that names them is committed; that takes moments, rarely minutes. */
const SHORTEST_GRACE_HOURS = 1;
const DEFAULT_GRACE_HOURS = 24;

const USAGE = `Usage: npm run doctor -- storage [--mend] [--json] [--grace-hours=${DEFAULT_GRACE_HOURS}]`;

/** Reads what follows the word `doctor`. @throws StartupError naming what is not understood, with the usage. */
export function readDoctorArguments(given: readonly string[]): DoctorArguments {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(given);
  } catch (error) {
    throw new StartupError(`${error instanceof Error ? error.message : String(error)}. ${USAGE}`);
  }
  const { values, positionals } = parsed;
  if (positionals.length !== 1 || positionals[0] !== 'storage') throw new StartupError(`The doctor examines the storage. ${USAGE}`);
  const graceHours = values['grace-hours'] === undefined ? DEFAULT_GRACE_HOURS : Number(values['grace-hours']);
  if (!Number.isFinite(graceHours) || graceHours < SHORTEST_GRACE_HOURS) {
    throw new StartupError(
      `--grace-hours must be a number from ${SHORTEST_GRACE_HOURS}: younger bytes may belong to an upload in progress. ${USAGE}`,
    );
  }
  return { mend: values.mend ?? false, json: values.json ?? false, graceHours };
}

function parse(given: readonly string[]) {
  return parseArgs({
    args: [...given],
    allowPositionals: true,
    options: { mend: { type: 'boolean' }, json: { type: 'boolean' }, 'grace-hours': { type: 'string' } },
  });
}
