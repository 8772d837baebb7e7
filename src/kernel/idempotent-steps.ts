import { insertStep, type KeyOfRequest } from '../db/queries/gate/idempotency.ts';
import type { Transaction } from '../db/client.ts';
import { DomainError } from '../errors/domain-error.ts';
import { packResult, unpackResult } from './packed-result.ts';
import type { IdempotentRequest, IdempotentStep } from './ports/idempotent-requests.ts';
import type { SecretBox } from './secret-box.ts';

export interface StepsOptions {
  readonly secrets: SecretBox;
  readonly request: KeyOfRequest & { readonly attempt: number };
  /** What the commands of earlier attempts have returned, by step. */
  readonly known: ReadonlyMap<string, string | null>;
  /** What names of steps begin with: a word without blanks. Those of several parts of one request. */
  readonly part?: string;
}

function keyInUse(): DomainError {
  return new DomainError('IDEMPOTENCY_KEY_IN_USE', 'The request with this key goes on elsewhere; send it again to get its answer.');
}

/** The steps of one attempt. Calls of one command are told apart by their order. */
export class IdempotentSteps implements IdempotentRequest {
  readonly #options: StepsOptions;
  readonly #calls = new Map<string, number>();
  /** Whether anything was committed, by this attempt or an earlier one. */
  hasCommitted: boolean;

  constructor(options: StepsOptions) {
    this.#options = options;
    this.hasCommitted = options.known.size > 0;
  }

  step(commandName: string): IdempotentStep {
    const { secrets, request, known, part = '' } = this.#options;
    const call = (this.#calls.get(commandName) ?? 0) + 1;
    this.#calls.set(commandName, call);
    const step = `${part} ${commandName} ${call}`;
    return {
      recall: () => {
        const kept = known.get(step);
        if (kept === undefined) return undefined;
        if (kept !== null) return { result: unpackResult(secrets.open('idempotency_step.result', kept)) };
        throw new DomainError('IDEMPOTENCY_ANSWER_LOST', 'The request with this key was carried out; its answer cannot be given again.');
      },
      keep: async (tx: Transaction, result: unknown) => {
        const packed = packResult(result);
        const sealed = packed === undefined ? null : secrets.seal('idempotency_step.result', packed);
        if (!(await insertStep(tx, { ...request, step, result: sealed }))) throw keyInUse();
        this.hasCommitted = true;
      },
    };
  }
}
