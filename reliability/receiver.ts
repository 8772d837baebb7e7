/** A receiver of webhooks: what was delivered, and how often. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { askGraphql } from './door.ts';

const message = z.looseObject({ data: z.looseObject({ subjectId: z.number() }) });

export interface Receiver {
  readonly url: string;
  /** How often each was delivered, by id of the message; and whom it is about. */
  readonly received: Map<string, { readonly subject: number; times: number }>;
  stop(): void;
}

/** Starts it. */
export async function startReceiver(): Promise<Receiver> {
  const received: Receiver['received'] = new Map();
  const server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        const { data } = message.parse(JSON.parse(body));
        const id = String(request.headers['webhook-id']);
        const known = received.get(id);
        if (known === undefined) received.set(id, { subject: data.subjectId, times: 1 });
        else known.times += 1;
        response.writeHead(200).end();
      },
      // The sender was killed in the middle of it.
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  const { port } = address;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const CREATE = 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { webhook { databaseId } } }';

/** Has a receiver told of every publication. */
export async function tellOfPublications(url: string, receiver: Receiver): Promise<void> {
  await askGraphql(url, CREATE, { input: { collection: { alias: 'root' }, url: receiver.url, kinds: ['DATASET_PUBLISHED'] } });
}
