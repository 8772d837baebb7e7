/** The environment variables of processes. */
import { z } from 'zod';
import { blankAsAbsent, wholeNumber } from './environment-values.ts';

export const processes = {
  WORKERS: wholeNumber(1, 64, 1).meta({
    description:
      'Processes that answer requests on `PORT`, 1 to 64: [several processes on one machine](how-to/operate.md#several-processes-on-one-machine). As many as processors are of use.',
  }),
  DRAIN_DELAY_SECONDS: z.preprocess(blankAsAbsent, z.coerce.number().min(0).max(600).default(0)).meta({
    description:
      'Seconds that a server which was told to stop answers requests for, while `/readyz` answers 503, 0 to 600: as long as a proxy in front takes to see that. [Replacing servers one by one](how-to/operate.md#replacing-servers-one-by-one).',
  }),
};
