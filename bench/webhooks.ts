/** How many deliveries of webhooks a process makes in a second, to a receiver on this machine that answers at once. */
import { createServer } from 'node:http';
import type { Sql } from 'postgres';
import { createSecretBox } from '../src/kernel/secret-box.ts';
import { SECRET_KEY } from './api-client.ts';

/** The name of the row. */
export const WEBHOOKS = 'webhooks: deliveries a second to a sink on this machine';

const DELIVERIES = 20_000;
const WEBHOOK_SECRET = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
/** Datasets that they are about: those of one are delivered one after another. */
const LANES = 500;
/** Deliveries that are left out of the measurement at its beginning. */
const WARM_UP = 2_000;

export interface WebhookFigures {
  readonly deliveries: number;
  readonly perSecond: number;
  /** Deliveries that came before an earlier one of their dataset. */
  readonly outOfOrder: number;
}

/** Writes events of the root collection for a webhook of the first superuser, and waits until all were received. */
export async function measureWebhooks(sql: Sql): Promise<WebhookFigures> {
  let received = 0;
  let outOfOrder = 0;
  let [startedAt, endedAt] = [0, 0];
  const { promise: allReceived, resolve: end } = Promise.withResolvers<void>();
  const newest = new Map<number, string>();
  const sink = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the server under test sends
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { subjectId: number; curationStatus: string } };
      if ((newest.get(data.subjectId) ?? '') >= data.curationStatus) outOfOrder += 1;
      newest.set(data.subjectId, data.curationStatus);
      received += 1;
      if (received === WARM_UP) startedAt = performance.now();
      if (received === DELIVERIES) {
        endedAt = performance.now();
        end();
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  const address = sink.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const sealed = createSecretBox([Buffer.from(SECRET_KEY, 'base64')]).seal('webhook.secret', WEBHOOK_SECRET);
  await sql`insert into webhook (owner_id, collection_id, url, kinds, secret, position)
    select u.id, n.id, ${`http://127.0.0.1:${port}/`}, '{}', ${sealed}, coalesce((select max(position) from feed_event), 0)
    from user_account u, node n where u.superuser and n.owner_id is null order by u.id limit 1`;
  await sql`insert into feed_event (kind, subject_id, reference, home_id, path, needs, payload)
    select 'CURATION_STATUS_CHANGED', 1000000 + n % ${LANES}, 'doi:10.5072/FK2/AAAAAA', 1000000 + n % ${LANES}, array(select id from node where owner_id is null), 0,
      json_build_object('label', lpad(n::text, 8, '0'))
    from generate_series(1, ${DELIVERIES}) n`;
  await allReceived;
  sink.closeAllConnections();
  sink.close();
  await sql`delete from webhook`;
  return { deliveries: DELIVERIES, perSecond: ((DELIVERIES - WARM_UP) * 1000) / (endedAt - startedAt), outOfOrder };
}
