/**
 * `npm test [-- --tier quick] [-- filters and options of vitest]`: all tests, or in under a minute on a quiet machine the quick ones: rules
 * without a database, the shape of the code, and of the contract the first case of each row.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const TIERS: Readonly<Record<string, readonly string[]>> = {
  all: [],
  quick: ['test/unit', 'test/architecture', 'packages/', 'test/contract/contract.test.ts'],
};

/** Left out of the quick tier: what `npm run check` looks at by itself, and exports held against their published schemas. */
const LONG = [
  'test/architecture/import-rules.test.ts',
  'test/architecture/generated-files.test.ts',
  'test/unit/exports/valid-exports.test.ts',
];

const options = process.argv.slice(2);
const place = options.indexOf('--tier');
const [, tier = ''] = place < 0 ? ['', 'all'] : options.splice(place, 2);
const filters = TIERS[tier];
if (filters === undefined) {
  console.error(`There is no tier ${JSON.stringify(tier)}; there are: ${Object.keys(TIERS).join(', ')}.`);
  process.exit(1);
}

const without = tier === 'quick' ? LONG.flatMap((file) => ['--exclude', file]) : [];
const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...filters, ...without, ...options], {
  env: { ...process.env, TEST_TIER: tier },
  stdio: 'inherit',
});
// A signal of the terminal reaches vitest by itself; others are handed on.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('close', (code, signal) => {
  process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
});
