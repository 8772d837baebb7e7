import { defineConfig } from 'vitest/config';
import { tallyReporter } from './test/support/tally-reporter.ts';

export default defineConfig({
  resolve: {
    // Vite would take graphql's ESM build while its CommonJS dependants load the other one: two copies, two realms.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default', tallyReporter()],
  },
});
