/** The one mechanism of connections: docs/adr/0094-the-shape-of-the-schema.md. */
import { describe, expect, test } from 'vitest';
import type { PageWindow } from '../../../src/model/page-window.ts';
import type { RequestContext } from '../../../src/request-context.ts';
import { connectionById, connectionOfNamed, connectionOfWhole, type PageArguments } from '../../../src/resolvers/connection.ts';
import type { Page } from '../../../src/resolvers/models.ts';

const client = { client: { key: 'someone', hasLeft: () => false } } as unknown as RequestContext;
const server = {} as RequestContext;
const rows = Array.from({ length: 250 }, (_, index) => ({ id: index * 2 + 1 }));

/** What a statement does with a window. */
function read({ after, before, limit, fromEnd }: PageWindow<number>) {
  const within = rows.filter(({ id }) => id > (after ?? -1) && id < (before ?? Infinity));
  const part = limit === null ? within : fromEnd ? within.slice(-limit) : within.slice(0, limit);
  return Promise.resolve({ rows: part, count: async () => rows.length });
}

const byId = (args: PageArguments, context = client) => connectionById(context, args, { name: 'numbers', read });
const whole = (args: PageArguments, context = client) =>
  connectionOfWhole(context, args, { name: 'numbers', rows, keyOf: ({ id }) => id, item: (row) => row });

const idsOf = (page: Page<{ readonly id: number }>): number[] => page.edges.map(({ node }) => node.id);

describe.each([
  ['read window by window', byId],
  ['cut of the whole', whole],
])('a list that is %s', (_what, pageOf) => {
  test('gives every entry once and in order, from the beginning and from the end', async () => {
    const forwards: number[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page: Page<{ readonly id: number }> = await pageOf({ first: 100, after });
      forwards.push(...idsOf(page));
      after = page.edges.at(-1)?.cursor ?? null;
      more = page.hasNextPage;
    }
    expect(forwards).toEqual(rows.map(({ id }) => id));
    const backwards: number[] = [];
    for (let before: string | null = null, more = true; more;) {
      const page: Page<{ readonly id: number }> = await pageOf({ last: 100, before });
      backwards.unshift(...idsOf(page));
      before = page.edges[0]?.cursor ?? null;
      more = page.hasPreviousPage;
    }
    expect(backwards).toEqual(forwards);
  });

  test('says what lies around a page', async () => {
    const [, second, , fourth] = (await pageOf({ first: 4 })).edges;
    const between = await pageOf({ after: second?.cursor, before: fourth?.cursor });
    expect(idsOf(between)).toEqual([5]);
    expect([between.hasPreviousPage, between.hasNextPage]).toEqual([true, true]);
    expect(await pageOf({ first: 1 })).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
    expect(await pageOf({ last: 1 })).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
    expect(await (await pageOf({ first: 1 })).totalCount()).toBe(rows.length);
  });

  test('has 20 entries for a client that does not say how many, and all for the server', async () => {
    expect((await pageOf({})).edges).toHaveLength(20);
    expect((await pageOf({}, server)).edges).toHaveLength(rows.length);
  });

  test.each([
    [{ first: 101 }, 'PAGE_TOO_LARGE'],
    [{ last: 101 }, 'PAGE_TOO_LARGE'],
    [{ first: 0 }, 'BAD_USER_INPUT'],
    [{ last: -1 }, 'BAD_USER_INPUT'],
    [{ first: 1, last: 1 }, 'BAD_USER_INPUT'],
    [{ after: 'nonsense' }, 'CURSOR_INVALID'],
    [{ before: 'x'.repeat(5_000) }, 'CURSOR_INVALID'],
    [{ after: Buffer.from('["others",1]').toString('base64url') }, 'CURSOR_INVALID'],
    [{ after: Buffer.from('["numbers",{}]').toString('base64url') }, 'CURSOR_INVALID'],
  ])('refuses %o', async (args, code) => {
    await expect(pageOf(args)).rejects.toMatchObject({ code });
  });
});

test('what entries name takes their places and their cursors', async () => {
  const page = await byId({ first: 3 });
  const named = await connectionOfNamed(page, ({ id }) => Promise.resolve(`number ${id}`));
  expect(named.edges.map(({ node }) => node)).toEqual(['number 1', 'number 3', 'number 5']);
  expect(named.edges.map(({ cursor }) => cursor)).toEqual(page.edges.map(({ cursor }) => cursor));
});
