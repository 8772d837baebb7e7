import type { Neighbours } from '../../src/neighbours.ts';

/** Processes behind one port, without processes: what is told is heard at once. */
export interface Neighbourhood {
  /** One more process. */
  join(): Neighbours;
  /** Ends one. */
  leave(number: number): void;
}

/** Makes one that nobody is in yet. */
export function makeNeighbourhood(): Neighbourhood {
  const members = new Map<
    number,
    { readonly heard: Map<string, (body: unknown, from: number) => unknown>; readonly gone: ((number: number) => void)[] }
  >();
  // As between processes, nothing but JSON arrives.
  const sent = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)));
  let last = 0;
  return {
    join: () => {
      last += 1;
      const own = last;
      const me = { heard: new Map<string, (body: unknown, from: number) => unknown>(), gone: [] as ((number: number) => void)[] };
      members.set(own, me);
      const others = () => [...members].flatMap(([number, other]) => (number === own ? [] : [other]));
      return {
        own,
        tell: (subject, body) => {
          for (const { heard } of others()) heard.get(subject)?.(sent(body), own);
        },
        ask: async (subject, body) => {
          const answers = await Promise.all(others().map(async ({ heard }) => sent(await heard.get(subject)?.(sent(body), own))));
          return answers.filter((answer) => answer !== undefined);
        },
        hear: (subject, listener) => void me.heard.set(subject, listener),
        onGone: (listener) => void me.gone.push(listener),
      };
    },
    leave: (number) => {
      members.delete(number);
      for (const { gone } of members.values()) for (const listener of gone) listener(number);
    },
  };
}
