/** `npm run campaign`: sends hostile requests to the built server, one at a time, and measures what each costs. */
import { dimensions } from './dimensions/index.ts';
import type { Dimension } from './dimension.ts';
import { isChosen, readOptions, type CampaignOptions } from './options.ts';
import type { Yardstick } from './judge.ts';
import { caseLine, findings, heading } from './report.ts';
import { inTime } from './in-time.ts';
import { shuffled } from './random.ts';
import { startIssuer } from './issuer.ts';
import { type CaseResult, runCase } from './run-case.ts';
import { type ServerUnderTest, startServerUnderTest } from './server-under-test.ts';
import { shortForm } from './short-form.ts';
import { renewWorld, seedWorld, type World } from './world.ts';
import { measureYardstick } from './yardstick.ts';

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function chosen({ seed, only, long }: CampaignOptions): Dimension[] {
  const all = dimensions(seed, long);
  return long || only !== '' ? all.filter(({ name }) => isChosen(name, only)) : shortForm(all);
}

/** One round: every case once, as far as there is time. */
async function runRound(under: ServerUnderTest, seeded: World, options: CampaignOptions, endsAt: number): Promise<CaseResult[]> {
  const measure = (): Promise<Yardstick> => measureYardstick(under.current, seeded);
  const yardstick = await measure();
  print(heading(yardstick));
  const results: CaseResult[] = [];
  // What ends by the clock would otherwise send the first areas alone.
  const cases = options.minutes > 0 ? shuffled(chosen(options), options.seed) : chosen(options);
  let world = seeded;
  for (const dimension of inTime(cases, endsAt)) {
    const result = await runCase(dimension, { under, world, yardstick, measureAgain: measure, long: options.long });
    results.push(result);
    print(caseLine(result, yardstick));
    if (dimension.writes === true && result.step.figures.answer.status < 300) world = await renewWorld(() => under.current.url, world);
  }
  const left = dimensions(options.seed, true).length - results.length;
  if (!options.long && options.only === '') print(`\n${left} cases are left to the long form.`);
  if (results.length < cases.length) print(`\nTime was up before ${cases.length - results.length} cases of this round.`);
  return results;
}

async function main(options: CampaignOptions): Promise<void> {
  if (options.list) {
    for (const { name, sizes } of chosen({ ...options, long: true })) print(`${name} (${sizes.join(' to ')})`);
    return;
  }
  const began = performance.now();
  const endsAt = options.minutes === 0 ? Number.POSITIVE_INFINITY : began + options.minutes * 60_000;
  const issuer = await startIssuer();
  const under = await startServerUnderTest();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void under.remove().then(() => process.exit(130)));
  }
  const results: CaseResult[] = [];
  let said = '';
  try {
    const world = await seedWorld(() => under.current.url, issuer.url);
    for (let { seed } = options; ; seed += 1) {
      print(`Seed ${seed}`);
      const round = await runRound(under, world, { ...options, seed }, endsAt);
      said += findings(round, { ...options, seed });
      results.push(...round);
      if (options.minutes === 0 || performance.now() >= endsAt) break;
    }
  } finally {
    await under.remove();
    issuer.stop();
  }
  const failed = results.filter(({ finding }) => finding !== undefined).length;
  if (said !== '') print(`\n${said}`);
  print(`\nIn ${Math.round((performance.now() - began) / 1000)} s:`);
  print(`${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
}

await main(readOptions(process.argv.slice(2)));
