/** A receiver of webhooks in this process. */
import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  readonly subjectId: number;
}

export interface WebhookSink {
  readonly url: string;
  readonly received: ReceivedDelivery[];
  /** Status that a delivery is answered with; 200 by default. */
  answer: (delivery: ReceivedDelivery) => number;
  stop(): Promise<void>;
}

/** Starts it. A redirect leads to `/elsewhere`, which counts as received if a client follows it. */
export async function startWebhookSink(): Promise<WebhookSink> {
  const received: ReceivedDelivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const { type, data } =
        body === ''
          ? { type: request.url ?? '', data: { subjectId: 0 } }
          : (JSON.parse(body) as { type: string; data: { subjectId: number } });
      const delivery = { headers: request.headers, body, type, subjectId: data.subjectId };
      received.push(delivery);
      response.writeHead(sink.answer(delivery), { Location: '/elsewhere' }).end('thanks');
    });
  });
  const sink: WebhookSink = {
    url: '',
    received,
    answer: () => 200,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return Object.assign(sink, { url: `http://127.0.0.1:${port}/hook?for=tests` });
}
