// A worker process whose provider is the DataCite API at the address that it is given.
import pino from 'pino';
import { connectDatabase } from '../../../src/db/client.ts';
import { createDataciteClient } from '../../../src/adapters/datacite/datacite-client.ts';
import { dataciteProvider } from '../../../src/adapters/datacite/datacite-provider.ts';
import { startJobs } from '../../../src/jobs/start-jobs.ts';
import { createLocalStorage } from '../../support/local-storage.ts';
import { REPOSITORY_ID, REPOSITORY_PASSWORD } from '../../support/datacite-server.ts';
import { servicesWith } from '../jobs/stubborn-provider.ts';

const [connectionString, root, url] = process.argv.slice(2);
if (connectionString === undefined || root === undefined || url === undefined) {
  throw new Error('Usage: registering-worker.ts <database> <folder> <address>');
}
const client = createDataciteClient({ url, repositoryId: REPOSITORY_ID, password: REPOSITORY_PASSWORD, userAgent: 'Archivolt/test' });
await startJobs({
  connectionString,
  db: connectDatabase(connectionString, { poolSize: 2 }).db,
  services: servicesWith(dataciteProvider(client, { authority: '10.5072', shoulder: 'FK2/' }), createLocalStorage({ root })),
  log: pino({ level: 'silent' }),
});
