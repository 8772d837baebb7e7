/** The environment variables of the database and of searches. */
import { z } from 'zod';
import { blankAsAbsent, optional, postgresAddress, postgresAddresses, wholeNumber } from './environment-values.ts';

export const database = {
  DATA_DIR: z
    .preprocess(blankAsAbsent, z.string().default('./var'))
    .meta({ description: 'Folder of the embedded database, the files and the superuser token. One server at a time.' }),
  DATABASE_URL: optional(postgresAddress).meta({
    description:
      '`postgres://user:password@host:5432/name` of a PostgreSQL 14 or newer. Several hosts, of which the primary is used: `host-a:5432,host-b:5432` ([failover](how-to/operate.md#failover)).',
    defaultText: 'none: embedded PostgreSQL in `DATA_DIR`',
  }),
  DATABASE_CACHE_MB: optional(z.coerce.number().int().min(16).max(65_536)).meta({
    description:
      'Memory in which the embedded PostgreSQL keeps pages (`shared_buffers`), in MB, 16 to 65536. [How much pays](how-to/operate.md#memory-of-the-embedded-database).',
    defaultText: 'a sixteenth of the first GB of memory and a quarter of what is beyond, at most 2048',
  }),
  DATABASE_READ_URL: optional(postgresAddresses).meta({
    description:
      'Standbys of `DATABASE_URL` that [answer reads](how-to/operate.md#reading-from-replicas), several hosts separated by commas: `postgres://user:password@host-a:5432,host-b:5432/name`. Each gets as many connections as the primary.',
    defaultText: 'none: the primary answers all',
  }),
  DATABASE_READ_WAIT_MS: wholeNumber(0, 1_000, 20).meta({
    description:
      'Milliseconds that a read waits for a replica to have everything that was acknowledged before, 0 to 1000. Then the primary answers, and others do not wait until the replica has caught up.',
  }),
  DATABASE_POOL_SIZE: z.preprocess(blankAsAbsent, z.coerce.number().int().min(2).max(100).default(10)).meta({
    description:
      'Database connections of this server for requests, 2 to 100; `WORKERS` share them, at least two for each; of six and more in a process, two are for short reads. Expensive operations use one more in each process, jobs up to six.',
  }),
  SEARCH_SECONDS: z.preprocess(blankAsAbsent, z.coerce.number().min(0.1).max(3600).default(10)).meta({
    description:
      'Time limit of a search, 0.1 to 3600. Beyond it the response has what was found until then, [and says so](how-to/search.md#searches-that-take-too-long).',
  }),
  SEARCH_URL: optional(z.url({ protocol: /^https?$/ })).meta({
    description:
      'Address of an OpenSearch 2.15 or newer that answers searches, `https://user:password@host:9200?index=archivolt`: [moving to OpenSearch](how-to/search-with-opensearch.md). All servers of an installation have the same one.',
    defaultText: 'none: searches read the database',
  }),
  STATEMENT_SECONDS: z.preprocess(blankAsAbsent, z.coerce.number().min(0.1).max(3600).default(30)).meta({
    description:
      'Time limit of one SQL statement of a request, 0.1 to 3600. Beyond it the response is 503 with `STATEMENT_TOO_SLOW` and nothing is changed. Migrations, jobs and tools have no limit.',
  }),
};
