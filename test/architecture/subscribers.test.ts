import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const src = new URL('../../src/', import.meta.url);

test('the subscribers of every area are put together, or nothing would happen on their events', () => {
  const areas = globSync('domain/*/subscribers.ts', { cwd: src }).map((path) => path.replaceAll('\\', '/'));
  const text = readFileSync(new URL('jobs/subscribers.ts', src), 'utf8');
  const imported = Array.from(
    text.matchAll(/import \{ subscribers as (\w+) \} from '\.\.\/(domain\/[^']+)'/g),
    ([, name = '', path = '']) => ({ name, path }),
  );
  expect(imported.map(({ path }) => path).toSorted()).toEqual(areas.toSorted());
  const gathered = /gatherSubscribers\(([^)]*)\);/
    .exec(text)?.[1]
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  expect(gathered?.toSorted()).toEqual(imported.map(({ name }) => name).toSorted());
});
