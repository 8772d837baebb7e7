import { expect, test } from 'vitest';
import { runProgram } from '../../tools/run-program.ts';

test('what is generated is fresh', async () => {
  // A process of its own: the generator loads the real graphql package, the tests an alias of it.
  const { succeeded, output } = await runProgram('node', ['tools/generate.ts', '--check']);
  expect(output).toBe('Everything generated is fresh.');
  expect(succeeded).toBe(true);
});
