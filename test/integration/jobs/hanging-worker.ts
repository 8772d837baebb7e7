// A worker process that gets stuck in its first delivery: says so on standard output, and waits to be killed.
import pino from 'pino';
import { connectDatabase } from '../../../src/db/client.ts';
import { startJobs } from '../../../src/jobs/start-jobs.ts';
import { createLocalStorage } from '../../support/local-storage.ts';
import { servicesWith, stubbornProvider } from './stubborn-provider.ts';

const [connectionString, root] = process.argv.slice(2);
if (connectionString === undefined || root === undefined) throw new Error('Usage: hanging-worker.ts <database> <folder>');

await startJobs({
  connectionString,
  db: connectDatabase(connectionString, { poolSize: 2 }).db,
  services: servicesWith(
    {
      ...stubbornProvider(0),
      publish: () => {
        process.stdout.write('stuck\n');
        return new Promise(() => undefined);
      },
    },
    createLocalStorage({ root }),
  ),
  log: pino({ level: 'silent' }),
});
