// A worker process that gets stuck in its first delivery: says so on standard output, and waits to be killed.
import pino from 'pino';
import { connectDatabase } from '../../../src/db/client.ts';
import { startJobs } from '../../../src/jobs/start-jobs.ts';
import { createLocalStorage } from '../../../src/storage/local-storage.ts';

const [connectionString, root] = process.argv.slice(2);
if (connectionString === undefined || root === undefined) throw new Error('Usage: hanging-worker.ts <database> <folder>');

await startJobs({
  connectionString,
  db: connectDatabase(connectionString, { poolSize: 2 }).db,
  services: {
    storage: createLocalStorage({ root }),
    installation: { name: () => 'Test', siteUrl: 'https://data.example.org', version: '0', build: null, refresh: async () => undefined },
    pids: {
      current: () => ({
        id: 'hanging',
        protocol: 'doi',
        authority: '10.5072',
        separator: '/',
        shoulder: 'FK2/',
        registersAtOnce: false,
        publish: () => {
          process.stdout.write('stuck\n');
          return new Promise(() => undefined);
        },
      }),
    },
  },
  log: pino({ level: 'silent' }),
});
