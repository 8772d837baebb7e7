import type { RequestContext } from '../request-context.ts';

/** How long an answer counts for others: as long as it counts that a reader may hear of an event. */
const SHARED_FOR_MS = 200;

interface Shared<Answer> {
  readonly at: number;
  readonly answer: Promise<Answer>;
}

/** Actors are plain data: those that are written alike see the same. */
const written = new WeakMap<RequestContext['actor'], string>();

function readerKey({ actor }: RequestContext): string {
  let key = written.get(actor);
  if (key === undefined) {
    key = JSON.stringify(actor);
    written.set(actor, key);
  }
  return key;
}

/** Gives the answer that another stream was given for the same question at the same moment. */
export interface SharedAnswers<Answer> {
  /** @param asked stands for the operation with its variables */
  of(item: object, context: RequestContext, asked: string, answer: () => Promise<Answer>): Promise<Answer>;
}

/**
 * Executes once what many streams are told alike: a thousand readers of one page follow the same dataset by the same operation, and for
 * those who are the same actor the answer is the same. Items are shared by the streams of a process, and take their answers with them.
 */
export function createSharedAnswers<Answer>(now: () => number = () => performance.now()): SharedAnswers<Answer> {
  const byItem = new WeakMap<object, Map<string, Shared<Answer>>>();
  return {
    of: (item, context, asked, answer) => {
      const known = byItem.get(item) ?? new Map<string, Shared<Answer>>();
      byItem.set(item, known);
      const key = `${asked}\n${readerKey(context)}`;
      const shared = known.get(key);
      if (shared !== undefined && now() - shared.at <= SHARED_FOR_MS) return shared.answer;
      // What is too old by now would be kept as long as the event is.
      for (const [other, { at }] of known) {
        if (now() - at <= SHARED_FOR_MS) break;
        known.delete(other);
      }
      const made = { at: now(), answer: answer() };
      known.delete(key);
      known.set(key, made);
      return made.answer;
    },
  };
}
