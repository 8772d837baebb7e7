import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import Queue from '../../../src/db/driver-queue.ts';

/** The driver's own one; not among what the package exports. */
const { default: DriverQueue } = (await import(join(process.cwd(), 'node_modules', 'postgres', 'src', 'queue.js'))) as {
  default: typeof Queue;
};

interface Connection {
  readonly id: number;
}

test('items come out in the order in which they came', () => {
  const queue = Queue(['a', 'b']);
  expect(queue.push('c')).toBe('c');
  expect([queue.length, queue.shift(), queue.shift(), queue.shift(), queue.shift(), queue.length]).toEqual([
    3,
    'a',
    'b',
    'c',
    undefined,
    0,
  ]);
});

test('an item is taken from anywhere, once', () => {
  const queue = Queue(['a', 'b', 'c']);
  expect([queue.remove('b'), queue.remove('b'), queue.length, queue.shift(), queue.shift()]).toEqual(['b', null, 2, 'a', 'c']);
});

test('the list it begins with is not changed', () => {
  const initial = ['a'];
  Queue(initial).shift();
  expect(initial).toEqual(['a']);
});

/** Takes a connection for each statement and puts it back, as the driver does; what each statement got. */
function serve(make: typeof Queue, statements: number): number[] {
  const open = make<Connection>(Array.from({ length: 4 }, (_, id) => ({ id })));
  const busy = make<Connection>();
  const served: number[] = [];
  for (let statement = 0; statement < statements; statement += 1) {
    const connection = open.shift();
    if (connection === undefined) throw new Error('No connection is left.');
    open.remove(connection);
    busy.push(connection);
    served.push(connection.id);
    // Every third statement takes longer than the next one.
    if (statement % 3 === 0) continue;
    while (busy.length > 0) {
      const done = busy.shift();
      if (done !== undefined) open.push(done);
    }
  }
  return served;
}

test("statements get the connections that they get from the driver's own", () => {
  expect(serve(Queue, 300)).toEqual(serve(DriverQueue, 300));
});

/** How many entries a queue of one item is searched through after many have passed. */
function searchedEntries(make: typeof Queue): number {
  const queue = make<Connection>([{ id: 0 }]);
  for (let id = 1; id <= 100; id += 1) {
    queue.push({ id });
    queue.shift();
  }
  const search = vi.spyOn(Array.prototype, 'indexOf');
  try {
    queue.remove({ id: -1 });
    return search.mock.contexts.map((entries) => (entries as unknown[]).length)[0] ?? 0;
  } finally {
    search.mockRestore();
  }
}

test('what was taken out is not searched', () => {
  expect(searchedEntries(Queue)).toBe(1);
});

test("the driver's own queue still keeps what was taken out: once this fails, the replacement in tools/build.mjs is needless", () => {
  expect(searchedEntries(DriverQueue)).toBeGreaterThan(100);
});
