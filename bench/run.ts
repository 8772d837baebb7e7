/** `npm run bench`: seeds a database of its own, measures the built server beside its references, prints a table. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts';
import { hasAccountScenario, prepareAccountScenarios } from './account-scenarios.ts';
import type { ChildServer } from './child-server.ts';
import { bytesTable } from './bytes/bytes-table.ts';
import { type BytesFigures, hasBytesRow, measureBytes } from './bytes/measure-bytes.ts';
import { compare, medianOf, type Row } from './compare.ts';
import { measure, type Measurement, type Target, warmUp } from './load.ts';
import { currentLoad, describeMachine, type Machine } from './machine.ts';
import { type BenchOptions, isChosen, readOptions } from './options.ts';
import { startBundle, startByNpm } from './our-server.ts';
import { residentBytes } from './child-server.ts';
import { startReferences } from './reference-servers.ts';
import { type Figures, tables } from './report.ts';
import { measureWebhooks, type WebhookFigures, WEBHOOKS } from './webhooks.ts';
import { FAIRNESS, type FairnessFigures, measureFairness } from './fairness.ts';
import { fileSteps, hasFileScenario, prepareFileScenarios } from './file-scenarios.ts';
import { hasExportScenario, prepareExportScenarios } from './export-scenarios.ts';
import { hasFrontEndScenario, prepareFrontEndScenarios } from './front-end-scenarios.ts';
import { hasLargeScenario, prepareLargeScenarios } from './large-scenarios.ts';
import { hasPostgraphileScenario, preparePostgraphileScenarios } from './postgraphile-scenarios.ts';
import { startPostgraphile } from './postgraphile-server.ts';
import { prepareScenarios, type Scenario } from './scenarios.ts';
import { seed, TEMPLATE_ALIAS } from './seed.ts';
import { type SeededFiles, seedFiles } from './seed-files.ts';
import { seedFilled } from './seed-filled.ts';
import { type SeededLarge, seedLarge } from './seed-large.ts';
import { compareSteps, type StepScenario } from './steps.ts';
import { measureUpload, type UploadFigures } from './upload.ts';
import { hasVersionScenario, prepareVersionScenarios, versionSteps } from './version-scenarios.ts';

/** Connections of both sides to PostgreSQL; the server's default. */
const POOL_SIZE = 10;

const report = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** What was started and must not outlive the run, newest last. */
const running: (() => Promise<unknown>)[] = [];

async function stopAll(): Promise<void> {
  for (const stop of running.splice(0).reverse()) await stop();
}

interface LoadFigures {
  readonly machine: Machine;
  readonly rows: Row[];
  readonly hello: Measurement;
  readonly residentAfterLoad: number;
  readonly fairness: FairnessFigures | null;
  readonly webhooks: WebhookFigures | null;
}

async function measureHello(server: ChildServer, { rounds, seconds }: BenchOptions): Promise<Measurement> {
  const target: Target = { url: server.url, pid: server.pid, draw: () => ({ method: 'GET', path: '/hello' }) };
  await warmUp(target);
  const results: Measurement[] = [];
  for (let round = 0; round < rounds; round += 1) results.push(await measure(target, seconds));
  return medianOf(results);
}

async function measureLoad(dataDir: string, options: BenchOptions): Promise<LoadFigures> {
  const loadBefore = currentLoad();
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  running.push(() => database.stop());
  const place = {
    dataDir,
    database: { url: database.url, poolSize: POOL_SIZE },
    env: { TRUSTED_PROXIES: '127.0.0.1', WEBHOOK_HOSTS: '127.0.0.1' },
  };
  // The first start compiles; the one that is measured is any later one, as of an installation.
  await (await startBundle(place)).stop();
  const ours = await startBundle(place, options.profileFolder);
  running.push(() => ours.stop());
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  running.push(() => sql.end());
  report(`Seeding ${options.datasets} datasets ...`);
  const seeded = await seed(sql, ours.url, options.datasets);
  const machine = await describeMachine(sql, loadBefore);
  const references = await startReferences(database.url, POOL_SIZE);
  running.push(() => references.stop());

  const rows: Row[] = [];
  let others: Partial<Record<Scenario['reference'], ChildServer>> = { ...references, ours };
  async function measureRows(scenarios: readonly Scenario[]): Promise<void> {
    for (const scenario of scenarios) {
      if (!isChosen(scenario.name, options.only)) continue;
      report(scenario.name);
      const reference = others[scenario.reference];
      if (reference === undefined) throw new Error(`${scenario.reference} was not started.`);
      rows.push(await compare(scenario, { ours, reference }, { ...options, report }));
    }
  }
  async function measureSteps(scenarios: readonly StepScenario[]): Promise<void> {
    for (const scenario of scenarios) {
      if (!isChosen(scenario.name, options.only)) continue;
      report(scenario.name);
      rows.push(await compareSteps(scenario, ours, { ...options, report }));
    }
  }
  await measureRows(await prepareScenarios(ours.url, seeded));
  if (hasExportScenario(options.only)) await measureRows(await prepareExportScenarios(sql, ours.url, seeded));
  if (hasFrontEndScenario(options.only)) await measureRows(await prepareFrontEndScenarios(sql));
  report('node:http "hello"');
  const hello = await measureHello(references['hand-written'], options);
  const residentAfterLoad = await residentBytes(ours.pid);
  if (hasPostgraphileScenario(options.only)) {
    report('Seeding datasets with more files, and starting PostGraphile ...');
    const filled = await seedFilled(sql);
    const postgraphile = await startPostgraphile(sql, database.url);
    others = { ...others, postgraphile };
    running.push(() => postgraphile.stop());
    await measureRows(preparePostgraphileScenarios(filled));
    running.pop();
    await postgraphile.stop();
  }
  // What is large comes last, so that the other figures do not depend on it.
  const isFairnessChosen = isChosen(FAIRNESS, options.only);
  let large: SeededLarge | undefined;
  if (hasLargeScenario(options.only) || isFairnessChosen) {
    report(`Seeding a list of ${options.large.listDatasets} datasets and a tree of ${options.large.treeCollections} collections ...`);
    large = await seedLarge(sql, options.large);
    if (hasLargeScenario(options.only)) await measureRows(await prepareLargeScenarios(ours.url, large, options.large));
  }
  let withFiles: SeededFiles | undefined;
  if (hasFileScenario(options.only) || hasVersionScenario(options.only) || isFairnessChosen) {
    report(`Seeding datasets of ${options.files.files} files and ${options.files.versions} versions ...`);
    withFiles = await seedFiles(sql, options.files);
  }
  let fairness: FairnessFigures | null = null;
  if (isFairnessChosen && large !== undefined && withFiles !== undefined) {
    report(FAIRNESS);
    const targets = { seeded, longList: large.listAlias, manyFiles: withFiles.large };
    fairness = await measureFairness(ours, targets, options.seconds);
  }
  if (withFiles !== undefined && (hasFileScenario(options.only) || hasVersionScenario(options.only))) {
    await measureRows(await prepareVersionScenarios(withFiles, TEMPLATE_ALIAS));
    await measureRows(await prepareFileScenarios(ours.url, withFiles, options.files));
    // What changes the datasets comes after what reads them.
    await measureSteps(versionSteps(ours.url, withFiles));
    await measureSteps(await fileSteps(ours.url, withFiles, TEMPLATE_ALIAS));
  }
  if (hasAccountScenario(options.only)) {
    report('Seeding accounts ...');
    await measureRows(await prepareAccountScenarios(sql));
  }
  let webhooks: WebhookFigures | null = null;
  if (isChosen(WEBHOOKS, options.only)) {
    report(WEBHOOKS);
    webhooks = await measureWebhooks(sql);
  }
  await stopAll();
  return { machine, rows, hello, residentAfterLoad, fairness, webhooks };
}

async function measureFirstStart(): Promise<number> {
  report('First start on an empty folder ...');
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-bench-first-'));
  running.push(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startByNpm(dataDir);
  running.push(() => server.stop());
  await stopAll();
  return server.startMilliseconds / 1000;
}

async function measureWarmStart(dataDir: string, uploadMegabytes: number): Promise<{ seconds: number; upload: UploadFigures | null }> {
  report('Warm start on the seeded folder ...');
  const server = await startByNpm(dataDir);
  running.push(() => server.stop());
  let upload: UploadFigures | null = null;
  if (uploadMegabytes > 0) {
    report(`Upload of ${uploadMegabytes} MB ...`);
    upload = await measureUpload(server, uploadMegabytes);
  }
  await stopAll();
  return { seconds: server.startMilliseconds / 1000, upload };
}

async function measureTransfers({ uploadMegabytes, rounds, only }: BenchOptions): Promise<BytesFigures | null> {
  if (uploadMegabytes === 0 || !hasBytesRow(only)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-bench-bytes-'));
  try {
    return await measureBytes({ folder, megabytes: uploadMegabytes, rounds, only, report });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(options: BenchOptions): Promise<void> {
  if (options.profileFolder !== undefined) await mkdir(options.profileFolder, { recursive: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'archivolt-bench-'));
  try {
    const firstStartSeconds = await measureFirstStart();
    const load = await measureLoad(dataDir, options);
    const warm = await measureWarmStart(dataDir, options.uploadMegabytes);
    const bytes = await measureTransfers(options);
    const { datasets, seconds, rounds } = options;
    const figures: Figures = {
      ...load,
      datasets,
      seconds,
      rounds,
      firstStartSeconds,
      warmStartSeconds: warm.seconds,
      upload: warm.upload,
    };
    const transfers = bytes === null ? '' : `\n${bytesTable(bytes)}\n`;
    process.stdout.write(options.json ? `${JSON.stringify({ ...figures, bytes }, null, 2)}\n` : `${tables(figures)}\n${transfers}`);
  } finally {
    await stopAll();
    await rm(dataDir, { recursive: true, force: true });
  }
}

// An interrupted run ends through the same door: what is being measured fails, and everything is stopped and removed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.exitCode = 130;
    void stopAll();
  });
}

await main(readOptions(process.argv.slice(2)));
