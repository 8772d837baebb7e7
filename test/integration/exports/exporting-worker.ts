// A worker process on the database and the data folder of a test's server.
import pino from 'pino';
import { createApplication } from '../../../src/application.ts';
import { readConfig } from '../../../src/config.ts';
import { startJobs } from '../../../src/jobs/start-jobs.ts';

const [databaseUrl, dataDir] = process.argv.slice(2);
if (databaseUrl === undefined || dataDir === undefined) throw new Error('Usage: exporting-worker.ts <database> <folder>');

const log = pino({ level: 'silent' });
const siteUrl = 'http://127.0.0.1';
const { db, services } = await createApplication({ config: readConfig({ DATA_DIR: dataDir }), databaseUrl, siteUrl, log });
await startJobs({ connectionString: databaseUrl, db, services, commandServices: services, log });
