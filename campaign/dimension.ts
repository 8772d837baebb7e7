/** What a dimension is: something that a caller can make larger and larger. */
import type { Sender, World } from './world.ts';

export interface HostileRequest {
  /** Default GET. */
  readonly method?: string;
  /** With the query string. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
}

/** What a request may cost at most. */
export interface Bound {
  /** Processor time of the main thread, in harmless requests. */
  readonly blocking: number;
  /** Processor time of all threads, children and the database together, in harmless requests. */
  readonly total: number;
  /** Highest resident memory of the server meanwhile, less the one before, in MB. */
  readonly memoryMegabytes: number;
  /** Bytes of the answer in MB. */
  readonly answerMegabytes: number;
}

/** One request, or several that are sent one after another and judged each. */
export type Sent = HostileRequest | readonly HostileRequest[];

export interface Dimension {
  /** `area: what grows`, unique; `--only` finds it by this. */
  readonly name: string;
  /** Default guest. */
  readonly as?: Sender;
  /** The smallest size, and the largest that a client could send. */
  readonly sizes: readonly [from: number, to: number];
  /** What is sent at a size. What has to be there before is made in here, and is not measured. */
  readonly requests: (size: number, world: World) => Sent | Promise<Sent>;
  /** Where more than the ordinary is permitted, with the reason in a comment beside it. */
  readonly bound?: Partial<Bound>;
  /** Work goes on after the answer; the figures are taken when the server has come to rest. */
  readonly background?: true;
  /** It can change the account and the draft that it is sent to: what comes after it gets others. */
  readonly writes?: boolean;
  /** Statuses from 500 on that the documentation promises here. */
  readonly mayAnswer?: readonly number[];
}
