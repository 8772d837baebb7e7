/** `npm run reliability`: has the built server meet what goes wrong, and counts what became of it. */
import { isChosen } from '../campaign/options.ts';
import { type ReliabilityOptions, readReliabilityOptions } from './options.ts';
import type { Outcome, Trial } from './trial.ts';
import { trials } from './trials.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Set by a signal: each trial ends at its next step, with what it has. */
let interrupted = false;

async function runTrial(trial: Trial, options: ReliabilityOptions): Promise<Outcome> {
  const [short, long] = trial.counts;
  const count = options.count > 0 ? options.count : options.long ? long : short;
  const began = performance.now();
  const limit = options.minutes === 0 ? Number.POSITIVE_INFINITY : began + options.minutes * 60_000;
  print(`\n${trial.name}: ${count} ${trial.unit}, seed ${options.seed}`);
  const { figures, faults } = await trial.run({
    count,
    seed: options.seed,
    get endsAt() {
      return interrupted ? began : limit;
    },
    print: (line) => print(`  ${line}`),
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  const outcome = { figures: { ...figures, seconds }, faults };
  for (const [name, value] of Object.entries(outcome.figures)) print(`  ${name}: ${value}`);
  for (const fault of faults.slice(0, 50)) print(`  FAULT ${fault}`);
  if (faults.length > 50) print(`  and ${faults.length - 50} more`);
  return outcome;
}

async function main(options: ReliabilityOptions): Promise<void> {
  const chosen = trials.filter(({ name }) => isChosen(name, options.only));
  if (options.list) {
    for (const { name, unit, counts } of chosen) print(`${name} (${counts.join(' or ')} ${unit})`);
    return;
  }
  let failed = 0;
  let skipped = 0;
  for (const trial of chosen) {
    const absence = trial.absence?.();
    if (absence !== undefined) {
      skipped += 1;
      print(`\n${trial.name}: left out, ${absence}`);
      continue;
    }
    if (interrupted) break;
    if ((await runTrial(trial, options)).faults.length > 0) failed += 1;
  }
  print(`\n${chosen.length - failed - skipped} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
  process.exitCode = failed === 0 && chosen.length > skipped ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true;
  });
}
await main(readReliabilityOptions(process.argv.slice(2)));
