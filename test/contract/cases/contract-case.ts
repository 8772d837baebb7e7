import type { RestAnswer, RestRequest } from '../../support/rest-client.ts';
import type { Caller } from '../../support/seed.ts';
import type { ActorName, ContractWorld } from './contract-world.ts';

/** The parts of a request that a case chooses; method and path come from the route table. */
export interface CaseRequest extends RestRequest {
  /** Values of the path's parameters, by their place. */
  readonly path?: readonly (string | number)[];
  /** A list is a parameter that is repeated. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** A file to upload in place of another body. */
  readonly file?: { readonly name: string; readonly bytes: string | Buffer; readonly type?: string; readonly jsonData?: unknown };
}

/** One request to a built row of the route table, and what the contract says of its answer. */
export interface ContractCase {
  /** Id of the row. */
  readonly row: string;
  /** What the case shows, as the end of a sentence about the row. */
  readonly shows: string;
  readonly as?: ActorName;
  /** Builds what the request needs, and the request. */
  readonly given: (world: ContractWorld) => CaseRequest | Promise<CaseRequest>;
  readonly status: number;
  /** Of a refusal; a case without one expects success. */
  readonly errorCode?: string;
  /** Text of the refusal, where the contract shows it or names what it has to hold. */
  readonly message?: string | RegExp;
  /** Keys of `data` in their order. */
  readonly keys?: readonly string[];
  /** What else holds of the answer. */
  readonly holds?: (answer: RestAnswer, world: ContractWorld, caller: Caller) => void | Promise<void>;
  /** Reverts global changes of `given`, such as a setting; called whatever the outcome of the request. */
  readonly restore?: (world: ContractWorld) => Promise<void>;
}
