/** What the script of the GraphQL explorer decides, without a browser: what a cost reads like, when a token is sent, and where it is kept. */
import { describe, expect, test, vi } from 'vitest';
import { callerToken, type TextStore } from '../../../src/graphql-explorer/browser/caller-token.ts';
import { type Cost, costIn, costText } from '../../../src/graphql-explorer/browser/cost-text.ts';
import type { Fetcher } from '../../../src/graphql-explorer/browser/globals.ts';
import { tellingFetcher } from '../../../src/graphql-explorer/browser/telling-fetcher.ts';

const COST: Cost = { estimated: 12, limit: 1000, spent: { cost: 9, fields: 4, statements: 1, rows: 3, databaseMilliseconds: 2 } };

function storeOf(entries: Readonly<Record<string, string>> = {}): TextStore & { readonly entries: Map<string, string> } {
  const kept = new Map(Object.entries(entries));
  return {
    entries: kept,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
    removeItem: (name) => void kept.delete(name),
  };
}

describe('a cost', () => {
  test('is one line, with what is left of a budget where there is one', () => {
    expect(costText(COST)).toBe('Cost 9, estimated 12 of 1000 · 4 fields · 1 statements · 3 rows · 2 ms of the database');
    expect(costText({ ...COST, budget: { remaining: 90, limit: 100 } })).toMatch(/ · 90 of 100 left$/u);
  });

  test.each([null, 'text', {}, { extensions: null }, { extensions: {} }])('is not told by %j', (answer) => {
    expect(costIn(answer)).toBeUndefined();
  });
});

describe('a token', () => {
  test('is kept where that is wished, and only then', () => {
    const store = storeOf();
    const caller = callerToken(store);
    caller.take(' secret ', false);
    expect([caller.text, caller.isKept, store.entries.size]).toEqual(['secret', false, 0]);
    caller.take('secret', true);
    expect([caller.isKept, callerToken(store).text]).toEqual([true, 'secret']);
    caller.take('', true);
    expect([caller.text, store.entries.size]).toEqual(['', 0]);
  });
});

describe('an operation', () => {
  test('goes with the token, which the headers of the editor may replace, and its cost is told', async () => {
    const send = vi.fn<Fetcher>(() => Promise.resolve({ extensions: { cost: COST } }));
    const told: unknown[] = [];
    const fetcher = tellingFetcher(send, { text: 'secret' }, (cost) => told.push(cost));
    await fetcher({ operationName: 'Find' });
    await fetcher({ operationName: 'Find' }, { headers: { 'X-Service-key': 'other' } });
    expect(send.mock.calls).toEqual([
      [{ operationName: 'Find' }, { headers: { 'X-Service-key': 'secret' } }],
      [{ operationName: 'Find' }, { headers: { 'X-Service-key': 'other' } }],
    ]);
    expect(told).toEqual([undefined, COST, undefined, COST]);
  });

  test('goes without a header where there is no token, and the question for the schema tells no cost', async () => {
    const send = vi.fn<Fetcher>(() => Promise.resolve({ extensions: { cost: COST } }));
    const tell = vi.fn<(cost: Cost | undefined) => void>();
    await tellingFetcher(send, { text: '' }, tell)({ operationName: 'IntrospectionQuery' });
    expect(send.mock.calls).toEqual([[{ operationName: 'IntrospectionQuery' }, { headers: {} }]]);
    expect(tell).not.toHaveBeenCalled();
  });

  test('that has many answers, as subscriptions have, is passed on as it is', () => {
    const answers = { subscribe: () => undefined };
    expect(
      tellingFetcher(
        () => answers,
        { text: '' },
        () => undefined,
      )({}),
    ).toBe(answers);
  });
});
