/** PostGraphile with its defaults on the measured database, as its own command line starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { type ChildServer, startChildServer } from './child-server.ts';
import { freePort } from './free-port.ts';

const folder = join(import.meta.dirname, 'references', 'postgraphile');
const program = join(folder, 'node_modules', 'postgraphile', 'dist', 'cli-run.js');

/** It weighs 300 MB, most of it an editor for browsers: a separate package, so that only this benchmark installs it. */
async function install(): Promise<void> {
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  const npm = spawn('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['ignore', 2, 2] });
  await once(npm, 'exit');
  if (npm.exitCode !== 0) throw new Error(`PostGraphile could not be installed into ${folder}.`);
}

/** Starts it in a process of its own. */
export async function startPostgraphile(sql: Sql, databaseUrl: string): Promise<ChildServer> {
  await install();
  // GraphQL has a type of this name already; without another one the table is left out.
  await sql`comment on table node is '@name tree_node'`;
  const port = await freePort();
  return startChildServer({
    command: process.execPath,
    args: [program, '--preset', 'postgraphile/presets/amber', '--connection', databaseUrl, '--schema', 'public', '--port', String(port)],
    env: { NODE_ENV: 'production', GRAPHILE_ENV: 'production' },
    cwd: folder,
    port,
    readyPath: '/graphql',
    readyRequest: { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' },
  });
}
