import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take more than a quarter of a minute, begun in this order: the longest first, and those that keep a core busy between those that
 * wait for other processes. A clean checkout knows no durations, and would begin with the files that have the most bytes.
 */
const LONGEST = [
  'test/contract/contract.test.ts',
  'test/e2e/explorers-in-a-browser.test.ts',
  'test/contract/surfaces.test.ts',
  'test/faults/stalled-clients.test.ts',
  'test/integration/domain/explain-access.test.ts',
  'test/faults/killed-postgres.test.ts',
  'test/integration/domain/gate-matrix.test.ts',
  'test/faults/npm-start.test.ts',
  'test/faults/bucket.test.ts',
  'test/integration/workflows/steps.test.ts',
  'test/e2e/pages-in-a-browser.test.ts',
  'test/faults/large-archives.test.ts',
  'test/faults/killed-publications.test.ts',
  'test/integration/domain/locks.test.ts',
  'test/e2e/demo.test.ts',
  'test/faults/killed-server.test.ts',
  'test/integration/statement-counts.test.ts',
  'test/faults/killed-carry.test.ts',
  'test/e2e/journey-graphql.test.ts',
  'test/faults/stop.test.ts',
  'test/contract/token-scope-rows.test.ts',
  'test/faults/refused-start.test.ts',
  'test/faults/unread-log.test.ts',
  'test/contract/superuser-rows.test.ts',
  'test/faults/killed-workflows.test.ts',
  'test/integration/queries/account-plans.test.ts',
  'test/integration/embedded-postgres.test.ts',
  'test/faults/direct-uploads.test.ts',
];

/** Begins with the longest files, so that no worker is left with one of them when the others have nothing more to do. */
export class LongestFirst extends BaseSequencer {
  /** @throws Error when one of them is no file any more. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const gone = LONGEST.filter((path) => !existsSync(join(root, path)));
    if (gone.length > 0) throw new Error(`Named in longest-first.ts, and not there: ${gone.join(', ')}.`);
    const others = await super.sort(files);
    const pathOf = ({ moduleId }: TestSpecification): string => relative(root, moduleId);
    const longest = LONGEST.flatMap((path) => others.filter((file) => pathOf(file) === path));
    return [...longest, ...others.filter((file) => !longest.includes(file))];
  }
}
