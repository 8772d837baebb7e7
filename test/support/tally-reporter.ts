import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a run with the plain line `N passed, N failed` (and `, N skipped`), counted in tests.
 * A file that cannot be loaded and an error outside any test count as one failure each.
 * `FAILED_TEST_FILES` names a file that gets the paths of the test files that failed, one a line.
 */
export function tallyReporter(): Reporter {
  return {
    onTestRunEnd(testModules, unhandledErrors) {
      const tally = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
      for (const testModule of testModules) {
        for (const test of testModule.children.allTests()) tally[test.result().state]++;
        if (failedOutsideTests(testModule)) tally.failed++;
        if (!testModule.ok()) noteFailed(testModule);
      }
      const failed = tally.failed + tally.pending;
      const line = `${tally.passed} passed, ${failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`;
      // Other reporters and the teardown still write; nothing is written after the exit event.
      process.once('exit', () => console.log(line));
    },
  };
}

function failedOutsideTests(testModule: TestModule): boolean {
  if (testModule.errors().length > 0) return true;
  return [...testModule.children.allSuites()].some((suite) => suite.errors().length > 0);
}

function noteFailed(testModule: TestModule): void {
  const list = process.env['FAILED_TEST_FILES'];
  if (list !== undefined) appendFileSync(list, `${relative('.', testModule.moduleId)}\n`);
}
