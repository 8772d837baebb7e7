import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkImports } from '../../tools/check-imports.ts';
import { domainAreas, ENTRY_POINTS, rooms } from '../../tools/import-rooms.ts';
import { importRules } from '../../tools/import-rules.ts';
import { trackedFiles } from './tracked-files.ts';

const areasAbove = domainAreas.slice(1).map((area) => `domain/${area}/rule.ts`);

/** For each rule a file that breaks it: its path and the text of an import. */
const OFFENDERS: Readonly<Record<string, readonly [path: string, text: string]>> = {
  'no-circular': ['src/domain/files/circle.ts', "import type { Round } from './round.ts';"],
  resolvable: ['src/domain/files/lost.ts', "import './nowhere.ts';"],
  'src-stands-alone': ['src/main.ts', "import '../tools/program.ts';"],
  'gate-decides': ['src/domain/files/decide.ts', "import '../../kernel/authorize.ts';"],
  'packages-stand-alone': ['packages/format/reader.ts', "import '../../src/vocabulary/files.ts';"],
  'client-stands-alone': ['packages/client/part.ts', "import 'node:fs';"],
  'command-line-stands-alone': ['packages/cli/command.ts', "import '../../src/vocabulary/files.ts';"],
  'room-vocabulary': ['src/vocabulary/offender.ts', "import '../errors/catalog.ts';"],
  'packages-vocabulary': ['src/vocabulary/offender.ts', "import { z } from 'zod';"],
  'room-permission-set': ['src/permission-set.ts', "import './errors/catalog.ts';"],
  'packages-permission-set': ['src/permission-set.ts', "import { z } from 'zod';"],
  'room-repository-path': ['src/repository-path.ts', "import './errors/catalog.ts';"],
  'packages-repository-path': ['src/repository-path.ts', "import { z } from 'zod';"],
  'room-network-address': ['src/network-address.ts', "import './errors/catalog.ts';"],
  'packages-network-address': ['src/network-address.ts', "import { z } from 'zod';"],
  'room-postgres-addresses': ['src/postgres-addresses.ts', "import './errors/catalog.ts';"],
  'packages-postgres-addresses': ['src/postgres-addresses.ts', "import { z } from 'zod';"],
  'room-neighbours': ['src/neighbours.ts', "import './errors/catalog.ts';"],
  'packages-neighbours': ['src/neighbours.ts', "import { z } from 'zod';"],
  'room-undo-steps': ['src/undo-steps.ts', "import './errors/catalog.ts';"],
  'packages-undo-steps': ['src/undo-steps.ts', "import 'postgres';"],
  'room-site-addresses': ['src/site-addresses.ts', "import './errors/catalog.ts';"],
  'packages-site-addresses': ['src/site-addresses.ts', "import { z } from 'zod';"],
  'room-listen-fault': ['src/listen-fault.ts', "import './db/client.ts';"],
  'room-processes': ['src/processes/offender.ts', "import '../db/client.ts';"],
  'packages-processes': ['src/processes/offender.ts', "import 'postgres';"],
  'room-errors': ['src/errors/offender.ts', "import '../vocabulary/files.ts';"],
  'packages-errors': ['src/errors/offender.ts', "import { z } from 'zod';"],
  'room-config': ['src/config.ts', "import './db/client.ts';"],
  'room-superuser-secrets': ['src/superuser-secrets.ts', "import './errors/catalog.ts';"],
  'packages-superuser-secrets': ['src/superuser-secrets.ts', "import { z } from 'zod';"],
  'packages-tracing': ['src/tracing/offender.ts', "import { z } from 'zod';"],
  'room-tracing': ['src/tracing/offender.ts', "import '../errors/catalog.ts';"],
  'room-instance-lock': ['src/instance-lock.ts', "import './db/client.ts';"],
  'room-raw-json': ['src/raw-json.ts', "import './errors/catalog.ts';"],
  'packages-raw-json': ['src/raw-json.ts', "import { z } from 'zod';"],
  'room-lines': ['src/lines.ts', "import './errors/catalog.ts';"],
  'packages-lines': ['src/lines.ts', "import { z } from 'zod';"],
  'room-make-folder': ['src/make-folder.ts', "import './errors/catalog.ts';"],
  'packages-make-folder': ['src/make-folder.ts', "import { z } from 'zod';"],
  'room-json-extent': ['src/json-extent.ts', "import './errors/catalog.ts';"],
  'packages-json-extent': ['src/json-extent.ts', "import { z } from 'zod';"],
  'room-browser-cookies': ['src/browser-cookies.ts', "import './errors/catalog.ts';"],
  'packages-browser-cookies': ['src/browser-cookies.ts', "import { z } from 'zod';"],
  'room-held-bodies': ['src/held-bodies.ts', "import './db/client.ts';"],
  'packages-held-bodies': ['src/held-bodies.ts', "import 'postgres';"],
  'room-log-destination': ['src/log-destination.ts', "import './db/client.ts';"],
  'packages-log-destination': ['src/log-destination.ts', "import 'postgres';"],
  'room-page-headers': ['src/page-headers.ts', "import './errors/catalog.ts';"],
  'packages-page-headers': ['src/page-headers.ts', "import { z } from 'zod';"],
  'room-browser-page': ['src/browser-page.ts', "import './db/client.ts';"],
  'packages-browser-page': ['src/browser-page.ts', "import 'postgres';"],
  'room-graphql-explorer': ['src/graphql-explorer/offender.ts', "import '../db/client.ts';"],
  'packages-graphql-explorer': ['src/graphql-explorer/offender.ts', "import 'postgres';"],
  'room-software-version': ['src/software-version.ts', "import './db/client.ts';"],
  'packages-software-version': ['src/software-version.ts', "import 'postgres';"],
  'room-error-log': ['src/error-log.ts', "import './db/client.ts';"],
  'packages-error-log': ['src/error-log.ts', "import 'postgres';"],
  'room-unobserved-rejections': ['src/unobserved-rejections.ts', "import './db/client.ts';"],
  'packages-unobserved-rejections': ['src/unobserved-rejections.ts', "import 'postgres';"],
  'room-running-server': ['src/running-server.ts', "import './db/client.ts';"],
  'packages-running-server': ['src/running-server.ts', "import 'postgres';"],
  'room-terminal-streams': ['src/terminal-streams.ts', "import './db/client.ts';"],
  'packages-terminal-streams': ['src/terminal-streams.ts', "import 'postgres';"],
  'room-carry': ['src/carry/offender.ts', "import '../db/client.ts';"],
  'packages-carry': ['src/carry/offender.ts', "import 'postgres';"],
  'room-demo': ['src/demo/offender.ts', "import '../db/client.ts';"],
  'packages-demo': ['src/demo/offender.ts', "import 'postgres';"],
  'room-doctor': ['src/doctor/offender.ts', "import '../resolvers/index.ts';"],
  'packages-doctor': ['src/doctor/offender.ts', "import 'express';"],
  'room-external-database': ['src/external-database.ts', "import './domain/files/rule.ts';"],
  'packages-external-database': ['src/external-database.ts', "import 'express';"],
  'room-http': ['src/http/offender.ts', "import '../domain/files/rule.ts';"],
  'packages-http': ['src/http/offender.ts', "import 'drizzle-orm/sql';"],
  'room-db': ['src/db/offender.ts', "import type { Rule } from '../domain/files/rule.ts';"],
  'packages-db': ['src/db/offender.ts', "import 'express';"],
  'room-storage': ['src/storage/offender.ts', "import '../db/client.ts';"],
  'packages-storage': ['src/storage/offender.ts', "import 'express';"],
  'room-model': ['src/model/offender.ts', "import '../db/client.ts';"],
  'packages-model': ['src/model/offender.ts', "import 'express';"],
  'room-tabular': ['src/tabular/offender.ts', "import '../db/client.ts';"],
  'packages-tabular': ['src/tabular/offender.ts', "import 'express';"],
  'room-formats': ['src/formats/offender.ts', "import '../db/client.ts';"],
  'packages-formats': ['src/formats/offender.ts', "import 'express';"],
  'room-kernel': ['src/kernel/offender.ts', "import type { RequestContext } from '../graphql/execute.ts';"],
  'packages-kernel': ['src/kernel/offender.ts', "import { GraphQLError } from 'graphql';"],
  ...Object.fromEntries(
    domainAreas.flatMap((area, index): [string, [string, string]][] => [
      // Each takes from the area above it, the highest one from what lies above all of them.
      [`room-domain-${area}`, [`src/domain/${area}/offender.ts`, `import '../../${areasAbove[index] ?? 'graphql/execute.ts'}';`]],
      [`packages-domain-${area}`, [`src/domain/${area}/offender.ts`, "import 'express';"]],
    ]),
  ),
  'room-domain-rows': ['src/domain/rows.ts', "export type { RequestContext } from '../graphql/execute.ts';"],
  'room-adapters': ['src/adapters/offender.ts', "import '../db/client.ts';"],
  'packages-adapters': ['src/adapters/offender.ts', "import 'express';"],
  'room-request-context': ['src/request-context.ts', "import './graphql/execute.ts';"],
  'packages-request-context': ['src/request-context.ts', "import 'express';"],
  'room-install': ['src/install.ts', "import './graphql/execute.ts';"],
  'packages-install': ['src/install.ts', "import 'express';"],
  'room-jobs': ['src/jobs/offender.ts', "import '../resolvers/index.ts';"],
  'packages-jobs': ['src/jobs/offender.ts', "import 'express';"],
  'room-generated': ['src/generated/offender.ts', "import '../domain/files/rule.ts';"],
  'packages-generated': ['src/generated/offender.ts', "import 'express';"],
  'room-resolvers': ['src/resolvers/offender.ts', "export { client } from '../db/client.ts';"],
  'packages-resolvers': ['src/resolvers/offender.ts', "import { sql } from 'drizzle-orm/sql';"],
  'room-graphql': ['src/graphql/offender.ts', "const routes = await import('../rest-compat/route-table.ts');"],
  'packages-graphql': ['src/graphql/offender.ts', "import 'express';"],
  'room-explorer-script': ['src/graphql-explorer/browser/offender.ts', "import '../../domain/files/rule.ts';"],
  'packages-explorer-script': ['src/graphql-explorer/browser/offender.ts', "import 'react';"],
  'room-browser-scripts': ['src/pages/browser/offender.ts', "import '../../domain/files/rule.ts';"],
  'packages-browser-scripts': ['src/pages/browser/offender.ts', "import 'preact';"],
  'room-pages': ['src/pages/offender.ts', "import '../domain/files/rule.ts';"],
  'packages-pages': ['src/pages/offender.ts', "import 'express';"],
  'room-oai': ['src/oai/offender.ts', "import '../domain/files/rule.ts';"],
  'packages-oai': ['src/oai/offender.ts', "import 'express';"],
  'room-backup': ['src/backup/offender.ts', "import '../domain/files/rule.ts';"],
  'packages-backup': ['src/backup/offender.ts', "import 'express';"],
  'room-mcp': ['src/mcp/offender.ts', "import '../domain/files/rule.ts';"],
  'packages-mcp': ['src/mcp/offender.ts', "import 'express';"],
  'room-sword': ['src/sword/offender.ts', "import '../domain/files/rule.ts';"],
  'packages-sword': ['src/sword/offender.ts', "import 'express';"],
  'room-rest-compat': ['src/rest-compat/offender.ts', "import '../domain/files/rule.ts';"],
  'packages-rest-compat': ['src/rest-compat/offender.ts', "import '@apollo/server';"],
};

/** Modules and packages that the offenders import; innocent themselves. */
const INNOCENT = {
  'src/vocabulary/files.ts': 'export const words = [];',
  'src/errors/catalog.ts': 'export const catalog = {};',
  'src/db/client.ts': 'export const client = 1;',
  'src/kernel/authorize.ts': 'export const authorize = 1;',
  ...Object.fromEntries(domainAreas.map((area) => [`src/domain/${area}/rule.ts`, 'export type Rule = string;'])),
  'src/domain/files/round.ts': "import type { Circle } from './circle.ts';\nexport type Round = Circle;",
  'src/resolvers/index.ts': 'export const resolvers: string[] = [];',
  'src/rest-compat/route-table.ts':
    "import type { RequestContext } from '../graphql/execute.ts';\nexport const routes: RequestContext[] = [];",
  'src/graphql/execute.ts': 'export type RequestContext = string;',
  'tools/program.ts': 'export const program = 1;',
  'node_modules/express/index.js': 'module.exports = {};',
  'node_modules/drizzle-orm/sql.js': 'module.exports = {};',
};

describe('the import rules', () => {
  let folder = '';
  let violations: readonly string[] = [];

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'import-rules-')));
    const files = new Map<string, string>(Object.entries(INNOCENT));
    for (const [path, text] of Object.values(OFFENDERS)) files.set(path, `${files.get(path) ?? ''}${text}\n`);
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    ({ violations } = await checkImports(['src', 'packages', 'tools'], folder));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('each have an offender here', () => {
    expect(new Set(Object.keys(OFFENDERS))).toEqual(new Set(importRules.map((rule) => rule.name)));
  });

  test.each(Object.entries(OFFENDERS))('%s catches its offender', (rule, [path]) => {
    expect(violations.filter((violation) => violation.startsWith(`${rule}: `)).join('\n')).toContain(path);
  });

  test.each(Object.keys(INNOCENT).filter((path) => path !== 'src/domain/files/round.ts'))('leave %s alone', (path) => {
    expect(violations.filter((violation) => violation.includes(`: ${path} -> `))).toEqual([]);
  });

  test('have a room for every module of src', () => {
    const doors = Object.values(rooms).map(({ path }) => new RegExp(path));
    const homeless = trackedFiles('src/**/*.ts').filter((path) => !ENTRY_POINTS.test(path) && !doors.some((door) => door.test(path)));
    expect(homeless).toEqual([]);
  });

  test('a look at this repository sees its modules', async () => {
    const { moduleCount } = await checkImports(['src', 'packages', 'test', 'tools'], process.cwd());
    expect(moduleCount).toBeGreaterThan(200);
  });
});
