/** A clock that jumps, while that of the database goes on: as where machines of one installation disagree, or one is set right. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { randomFrom } from '../../campaign/random.ts';
import { askGraphql, askRest, Refused } from '../door.ts';
import { followFeed } from '../followers.ts';
import { acknowledgedBy, holdToAccount } from '../held-to-account.ts';
import { type Installation, startInstallation } from '../installation.ts';
import { startReceiver, tellOfPublications } from '../receiver.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { addFile, createDataset, drawFile } from '../writes/documents.ts';
import { type Losses, writeOn } from '../writes/writer.ts';
import { allWriters } from '../writes/writers.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const JUMPS = [HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS, 40 * DAY_MS, -40 * DAY_MS, 0] as const;
const WRITES_BETWEEN = 20;
const PATIENCE_MS = 120_000;
/** The server looks at its clock file so often; see clock.mjs. */
const NOTICED_MS = 300;

const CREATE_TOKEN = 'mutation ($input: CreateTokenInput!) { createToken(input: $input) { secret } }';
const secret = z.object({ createToken: z.object({ secret: z.string() }) });

const statusWith = async (url: string, token: string): Promise<number> => {
  const response = await fetch(`${url}/api/users/:me`, { headers: { 'x-service-key': token } });
  await response.arrayBuffer();
  return response.status;
};

/** A published file under an embargo until tomorrow, which nobody may have before. */
async function embargoedFile({ url }: Installation): Promise<number> {
  await askRest(url(), 'PUT', '/admin/settings/:MaxEmbargoDurationInMonths', '-1');
  const dataset = await createDataset(url(), 'under an embargo');
  const file = await addFile(url(), dataset, 'closed.bin', drawFile());
  const dateAvailable = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
  await askRest(
    url(),
    'POST',
    `/datasets/${dataset}/files/actions/:set-embargo`,
    JSON.stringify({ dateAvailable, reason: 'trial', fileIds: [file] }),
  );
  await askRest(url(), 'POST', `/datasets/${dataset}/actions/:publish?type=major`);
  return file;
}

async function run(of: TrialRun): Promise<Outcome> {
  const receiver = await startReceiver();
  const preload = pathToFileURL(join(import.meta.dirname, '..', 'clock.mjs')).href;
  const clockFile = join('/tmp', `archivolt-clock-${process.pid}`);
  await writeFile(clockFile, '0');
  const installation = await startInstallation({
    env: { WEBHOOK_HOSTS: '127.0.0.1', NODE_OPTIONS: `--import=${preload}`, TRIAL_CLOCK_FILE: clockFile },
  });
  try {
    const random = randomFrom(of.seed);
    const { url } = installation;
    await tellOfPublications(url(), receiver);
    const expiresAt = new Date(Date.now() + 12 * HOUR_MS).toISOString();
    const token = secret.parse(await askGraphql(url(), CREATE_TOKEN, { input: { name: 'ends in 12 hours', scopes: ['READ'], expiresAt } }))
      .createToken.secret;
    const closed = await embargoedFile(installation);
    const writers = await allWriters(url());
    const losses: Losses = { unanswered: 0, reasons: new Map(), refused: new Map() };
    const following = await followFeed(url, 1);
    const writing = writeOn(writers, url, losses);
    const faults: string[] = [];
    const tokens: Record<string, number> = {};
    let jumps = 0;
    while (jumps < of.count && performance.now() < of.endsAt && faults.length === 0) {
      const offset = jumps % 7 === 6 ? 0 : (JUMPS[Math.floor(random() * JUMPS.length)] ?? 0);
      await writeFile(clockFile, String(offset));
      await sleep(NOTICED_MS);
      const until = acknowledgedBy(writers) + WRITES_BETWEEN;
      const patience = performance.now() + PATIENCE_MS;
      while (acknowledgedBy(writers) < until && performance.now() < patience) await sleep(10);
      if (acknowledgedBy(writers) < until) faults.push(`with the clock ${offset / HOUR_MS} hours off writes do not go on`);
      const key = `token of 12 hours, clock ${offset > 12 * HOUR_MS ? 'past its end' : 'before its end'}: ${await statusWith(url(), token)}`;
      tokens[key] = (tokens[key] ?? 0) + 1;
      const response = await fetch(`${url()}/api/access/datafile/${closed}`);
      await response.arrayBuffer();
      if (response.status < 400 && offset <= DAY_MS) {
        faults.push(`a file under embargo was given to a guest, with the clock ${offset / HOUR_MS} hours off`);
      }
      jumps += 1;
    }
    await writeFile(clockFile, '0');
    await sleep(NOTICED_MS);
    await writing.stop();
    if ((await statusWith(url(), token)) !== 200) faults.push('with the clock set right a token that has not ended is refused');
    const held = await holdToAccount(installation, writers, losses);
    const heard = await following.stop(installation);
    return {
      figures: {
        jumps,
        ...held.figures,
        ...tokens,
        'events heard by 2 streams': heard.heard,
        'messages of webhooks': receiver.received.size,
      },
      faults: [...faults, ...held.faults, ...heard.faults],
    };
  } catch (error) {
    if (error instanceof Refused) return { figures: {}, faults: [error.message] };
    throw error;
  } finally {
    await installation.remove();
    receiver.stop();
  }
}

export const clocks: Trial = { name: 'clocks', unit: 'jumps', counts: [4, 300], run };
