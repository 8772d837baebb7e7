/** A bucket of which one request in twenty fails and some take two seconds more: what was acknowledged is whole, and what is given out is, or breaks off. */
import { createHash, randomInt } from 'node:crypto';
import { SUPERUSER_TOKEN } from '../../bench/api-client.ts';
import { randomFrom } from '../../campaign/random.ts';
import { type Fault, startFaultyProxy } from '../../test/support/faulty-proxy.ts';
import { s3ServerAbsence, startS3Process } from '../../test/support/s3-process.ts';
import { Refused, Unanswered } from '../door.ts';
import { startInstallation } from '../installation.ts';
import type { Outcome, Trial, TrialRun } from '../trial.ts';
import { addFile, createDataset, drawFile } from '../writes/documents.ts';

/** So many that delays are waited for together. */
const CLIENTS = 16;
const FAULTY = 0.05;
const SLOW = 0.2;
const DELAY_MS = 2_000;
/** Some are sent in parts. */
const SIZES = [1_000, 200_000, 12_000_000] as const;

interface Kept {
  readonly id: number;
  readonly md5: string;
}

/** What becomes of the next request of the bucket. */
function drawFault(random: () => number): Fault | undefined {
  if (random() >= FAULTY) return random() < SLOW ? { delayMs: DELAY_MS } : undefined;
  const faults: readonly Fault[] = [
    { status: 500 },
    { status: 503 },
    { cutUploadAfter: 30_000 },
    { cutDownloadAfter: 30_000 },
    'lose-answer',
  ];
  return faults[Math.floor(random() * faults.length)];
}

type Read = 'whole' | 'refused' | 'broken off' | 'other bytes';

async function readFile(url: string, { id, md5 }: Kept): Promise<Read> {
  try {
    const response = await fetch(`${url}/api/access/datafile/${id}`, { headers: { 'x-service-key': SUPERUSER_TOKEN } });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status === 503) return 'refused';
    return response.status === 200 && createHash('md5').update(bytes).digest('hex') === md5 ? 'whole' : 'other bytes';
  } catch {
    return 'broken off';
  }
}

async function run(of: TrialRun): Promise<Outcome> {
  const s3 = await startS3Process();
  const proxy = await startFaultyProxy(s3.endpoint);
  const bucket = await s3.makeBucket();
  const storage = `s3://${bucket}?endpoint=${proxy.url}&timeoutSeconds=20`;
  const installation = await startInstallation({ env: { ...s3.credentials, STORAGE_URL: storage, INGEST_MINUTES: '0' } });
  try {
    const random = randomFrom(of.seed);
    const datasets = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => createDataset(installation.url(), `client ${index}`)));
    let [requests, troubles, slow] = [0, 0, 0];
    proxy.fault = () => {
      requests += 1;
      const fault = drawFault(random);
      if (typeof fault === 'object' && 'delayMs' in fault) slow += 1;
      else if (fault !== undefined) troubles += 1;
      return fault;
    };
    const kept: Kept[] = [];
    const reads: Record<Read, number> = { whole: 0, refused: 0, 'broken off': 0, 'other bytes': 0 };
    const faults: string[] = [];
    let [sent, refused] = [0, 0];
    await Promise.all(
      datasets.map(async (dataset) => {
        while (sent < of.count && performance.now() < of.endsAt) {
          sent += 1;
          const number = sent;
          const file = drawFile(SIZES[number % SIZES.length]);
          try {
            kept.push({ id: await addFile(installation.url(), dataset, `file-${number}.bin`, file), md5: file.md5 });
          } catch (error) {
            if (!(error instanceof Refused || error instanceof Unanswered)) throw error;
            refused += 1;
            if (!(error instanceof Refused && error.code === 'STORAGE_UNAVAILABLE')) faults.push(`an upload ended with ${error.message}`);
          }
          const one = kept[randomInt(Math.max(1, kept.length))];
          if (one !== undefined) reads[await readFile(installation.url(), one)] += 1;
          if (number % 100 === 0) of.print(`${number} uploads, ${refused} refused, ${faults.length} faults`);
        }
      }),
    );
    proxy.fault = () => undefined;
    const left = kept.values();
    await Promise.all(
      datasets.map(async () => {
        // All take from one list.
        for (const one of left) {
          const read = await readFile(installation.url(), one);
          if (read !== 'whole') faults.push(`file ${one.id} was acknowledged, and reading it ends as: ${read}`);
        }
      }),
    );
    if (reads['other bytes'] > 0) faults.push(`${reads['other bytes']} downloads ended well with other bytes`);
    const rows = await installation.look((sql) => sql<{ files: number }[]>`select count(*)::int as files from data_file`);
    if (rows[0]?.files !== kept.length) faults.push(`${kept.length} files were acknowledged, and ${rows[0]?.files} have rows`);
    return {
      figures: {
        uploads: sent,
        'uploads refused': refused,
        'requests to the bucket': requests,
        'of which failed': troubles,
        'of which took 2 s more': slow,
        'downloads meanwhile': Object.values(reads).reduce((sum, count) => sum + count, 0),
        'downloads refused or broken off': reads.refused + reads['broken off'],
        'files compared by checksum': kept.length,
      },
      faults,
    };
  } finally {
    await installation.remove();
    await proxy.stop();
    await s3.stop();
  }
}

export const bucket: Trial = { name: 'bucket', unit: 'uploads', counts: [40, 2_000], absence: () => s3ServerAbsence, run };
