/** The environment variables of processes. */
import { wholeNumber } from './environment-values.ts';

export const processes = {
  WORKERS: wholeNumber(1, 64, 1).meta({
    description:
      'Processes that answer requests on `PORT`, 1 to 64: [several processes on one machine](how-to/operate.md#several-processes-on-one-machine). As many as processors are of use.',
  }),
};
