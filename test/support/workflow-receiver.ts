// A service that steps of workflows call: it keeps what it was sent, and answers as the test says.
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** A request that a step sent. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WorkflowReceiver {
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** What it answers from now on: a status, or what decides about each request; a promise keeps the request waiting. */
  answer: (request: ReceivedRequest) => number | Promise<number>;
  stop(): Promise<void>;
}

/** Starts a service that answers 200. */
export async function startWorkflowReceiver(): Promise<WorkflowReceiver> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      const one = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
      received.push(one);
      void Promise.resolve(receiver.answer(one)).then((status) =>
        response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('whatever'),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const receiver: WorkflowReceiver = {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: () => 200,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
