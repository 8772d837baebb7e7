import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // Before the first reading, which is kept for a while.
  const { db } = server.application;
  // Events without jobs stay as they are.
  await db.execute(sql`delete from outbox_event`);
  await db.execute(sql`insert into outbox_event (kind, payload, state, created_at)
    select 'PidRecordChanged', '{}', state::outbox_state, to_timestamp(1700000000)
    from unnest(array['PENDING', 'PENDING', 'FAILED', 'DELIVERED', 'DELIVERED', 'DELIVERED']) state`);
  await db.execute(
    sql`select graphile_worker.add_job('given-up', max_attempts => 1), graphile_worker.add_job('later', run_at => now() + interval '1 day')`,
  );
  await db.execute(
    sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where task_identifier = 'given-up'), 'no use')`,
  );
});
afterAll(() => server.stop());

const alertFile = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const dashboardFile = z.object({ panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })) });

async function alertRules(): Promise<readonly { readonly alert: string; readonly expr: string }[]> {
  return alertFile.parse(parse(await readFile('monitoring/alerts.yaml', 'utf8'))).groups.flatMap(({ rules }) => rules);
}

async function expressions(): Promise<readonly string[]> {
  const { panels } = dashboardFile.parse(JSON.parse(await readFile('monitoring/grafana-dashboard.json', 'utf8')));
  return [...(await alertRules()).map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
}

/** The words of an expression that have labels in braces: names of metrics. */
function metricsIn(expression: string): readonly string[] {
  return [...expression.matchAll(/([a-z][a-z0-9_]*)\{/g)].map(([, name = '']) => name);
}

async function metricsText(): Promise<string> {
  return (await fetch(`${server.url}/metrics`)).text();
}

describe('what operators watch', () => {
  it('asks for metrics that the server gives', async () => {
    const given = new Set(
      [...(await metricsText()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const asked = (await expressions()).flatMap(metricsIn);
    expect(asked.length).toBeGreaterThan(30);
    // Prometheus itself makes `up`.
    expect([...new Set(asked)].filter((name) => name !== 'up' && !given.has(name))).toEqual([]);
  });

  it('has a line in the guide for each alert, and an alert for each line', async () => {
    const guide = await readFile('docs/how-to/monitor.md', 'utf8');
    const named = [...guide.matchAll(/^\|(.*?)\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(Archivolt\w+)`/g)].map(([, name]) => name),
    );
    expect(named).toEqual((await alertRules()).map(({ alert }) => alert));
  });

  it('explains each metric that is not of Node or the process', async () => {
    const guide = await readFile('docs/how-to/monitor.md', 'utf8');
    const own = [...(await metricsText()).matchAll(/^# TYPE (\S+) /gm)]
      .map(([, name = '']) => name)
      .filter((name) => !/^(process|nodejs)_/.test(name));
    expect(own.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  });

  it.skipIf(spawnSync('promtool', ['--version']).status !== 0)(
    'has rules that Prometheus takes (skipped where promtool is not installed)',
    () => {
      const { status, stdout } = spawnSync('promtool', ['check', 'rules', 'monitoring/alerts.yaml'], { encoding: 'utf8' });
      expect([status, stdout]).toEqual([0, expect.stringContaining('SUCCESS')]);
    },
  );
});

describe('metrics', () => {
  it('count what waits and what was given up', async () => {
    const metrics = await metricsText();
    expect(metrics).toMatch(/^outbox_events\{state="PENDING"\} 2$/m);
    expect(metrics).toMatch(/^outbox_events\{state="FAILED"\} 1$/m);
    expect(metrics).toMatch(/^outbox_oldest_pending_timestamp_seconds 1700000000$/m);
    expect(metrics).toMatch(/^jobs\{state="FAILED"\} 1$/m);
    expect(metrics).toMatch(/^jobs\{state="RUNNING"\} 0$/m);
    expect(metrics).toMatch(/^ingest_requests\{state="WAITING"\} 0$/m);
    expect(metrics).toMatch(/^archivolt_build_info\{version="\d+\.\d+\.\d+"\} 1$/m);
  });
});
