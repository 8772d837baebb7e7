import { connectDatabase } from '../db/client.ts';
import { openReadPlaces } from '../db/replicas/read-places.ts';
import type { ReplicaReport } from '../db/replicas/replica.ts';
import { StartupError } from '../errors/startup-error.ts';
import { openDatabase } from './open-database.ts';

export interface ReplicaExamination {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly replicas: { readonly urls: readonly string[]; readonly waitMs: number };
  readonly json: boolean;
  readonly out: (line: string) => void;
}

const STANDINGS = { LEVEL: 'level', BEHIND: 'behind', AWAY: 'away', UNFIT: 'unfit' } as const satisfies Record<
  ReplicaReport['standing'],
  string
>;

function readable({ name, standing, reason }: ReplicaReport): string {
  return `${STANDINGS[standing].padEnd(8)}${name}${reason === undefined ? '' : ` (${reason})`}`;
}

/**
 * Looks at each replica as a server does when it starts.
 * @returns Whether all of them can be read from.
 * @throws StartupError when there are none, or the primary cannot be reached.
 */
export async function runReplicaDoctor({ replicas, json, out, ...where }: ReplicaExamination): Promise<boolean> {
  if (replicas.urls.length === 0) throw new StartupError('DATABASE_READ_URL names no replicas.');
  const { url, close } = await openDatabase(where);
  const connection = connectDatabase(url, { poolSize: 1 });
  try {
    const reads = await openReadPlaces({
      ...replicas,
      primaryUrl: url,
      primary: { ordinary: connection, costly: connection },
      sizes: { ordinary: 1, costly: 1 },
      onChange: () => undefined,
    });
    const reports = reads.reports();
    await reads.close();
    for (const report of reports) {
      const { name, standing, reason = null } = report;
      out(json ? JSON.stringify({ replica: name, standing, reason }) : readable(report));
    }
    return reports.every(({ standing }) => standing === 'LEVEL');
  } finally {
    await connection.close();
    await close();
  }
}
