import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { tallyReporter } from './test/support/tally-reporter.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    // One more than the two cores that tests are given: many wait for other processes.
    maxWorkers: 3,
    // Each file has servers and databases of its own, and modules keep nothing that one server leaves to another: they need not be
    // loaded and compiled again for each file.
    isolate: false,
    // Node reads TypeScript by itself, in a fraction of the time that Vite takes to rewrite each module; no test replaces a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    // Against tests that never end: where other programs have the processors, those that do may take minutes.
    testTimeout: 240_000,
    hookTimeout: 360_000,
    // A condition that is waited for comes late there too; below the limit of a test, so that it is seen.
    expect: { poll: { timeout: 150_000 } },
    reporters: ['default', tallyReporter()],
  },
});
