/** The environment variables of bulk jobs. */
import { wholeNumber } from './environment-values.ts';

export const bulk = {
  BULK_JOBS_PER_ACCOUNT: wholeNumber(0, 1000, 5).meta({
    description: 'Most [bulk jobs](how-to/bulk.md) of one account that wait or run at once; `0` for none.',
  }),
  BULK_RESULT_MB: wholeNumber(1, 1_000_000, 10_000).meta({
    description: 'Largest result of a bulk job in megabytes; one that would be larger ends with what it has.',
  }),
  BULK_COST_LIMIT: wholeNumber(1, 1_000_000_000, 50_000_000).meta({
    description: 'Most points that the operations of a bulk job may cost: [limits](how-to/bulk.md#limits).',
  }),
  BULK_RESULT_DAYS: wholeNumber(1, 3650, 7).meta({
    description: 'Days after which the lines of a bulk job that has ended are removed.',
  }),
};
