// A proxy that does to requests what networks and busy services do: fails, hangs, and cuts in the middle.
import { type ClientRequest, createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request. */
export type Fault =
  /** An answer of this status, as a service gives it that is broken or busy. */
  | { readonly status: number }
  /** Nothing, ever. */
  | 'hang'
  /** It is passed on so much later. */
  | { readonly delayMs: number }
  /** The connection is reset after so many bytes of the request have passed. */
  | { readonly cutUploadAfter: number }
  /** The connection is reset after so many bytes of the answer have passed. */
  | { readonly cutDownloadAfter: number }
  /** The request is carried out, and its answer lost. */
  | 'lose-answer';

export interface FaultyProxy {
  readonly url: string;
  /** Asked for each request; `undefined` lets it pass. */
  fault: (request: IncomingMessage) => Fault | undefined;
  /** Requests under way. */
  underWay(): number;
  stop(): Promise<void>;
}

/** Starts a proxy in front of a server; requests are passed on as they are, with the host they were sent to. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  let underWay = 0;
  const proxy: { fault: FaultyProxy['fault'] } = { fault: () => undefined };

  const server = createServer((incoming, answer) => {
    underWay += 1;
    answer.once('close', () => (underWay -= 1));
    incoming.on('error', () => {});
    const fault = proxy.fault(incoming);
    if (fault === 'hang') return;
    if (typeof fault === 'object' && 'status' in fault) {
      incoming.resume();
      incoming.once('end', () => answer.writeHead(fault.status, { 'Content-Type': 'application/xml' }).end(refusal));
      return;
    }
    const pass = (): void => {
      const { method, url, headers } = incoming;
      const onward = ask({ hostname, port, method, path: url, headers }, (reply) => passBack(reply, answer, fault));
      onward.on('error', () => answer.destroy());
      answer.once('close', () => onward.destroy());
      passOn(incoming, onward, fault);
    };
    if (typeof fault === 'object' && 'delayMs' in fault) setTimeout(pass, fault.delayMs);
    else pass();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server on a port of its own has an address of this form.
  const { port: own } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${own}`,
    underWay: () => underWay,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

const refusal = '<?xml version="1.0"?><Error><Code>InternalError</Code><Message>inner words of the service</Message></Error>';

function passOn(incoming: IncomingMessage, onward: ClientRequest, fault: Fault | undefined): void {
  if (typeof fault !== 'object' || !('cutUploadAfter' in fault)) {
    incoming.pipe(onward);
    return;
  }
  let passed = 0;
  incoming.on('data', (chunk: Buffer) => {
    passed += chunk.length;
    if (passed < fault.cutUploadAfter) {
      onward.write(chunk);
      return;
    }
    incoming.socket.resetAndDestroy();
    onward.destroy();
  });
}

function passBack(reply: IncomingMessage, answer: ServerResponse, fault: Fault | undefined): void {
  if (fault === 'lose-answer') {
    reply.resume();
    reply.once('end', () => answer.socket?.resetAndDestroy());
    return;
  }
  answer.writeHead(reply.statusCode ?? 502, reply.headers);
  if (typeof fault !== 'object' || !('cutDownloadAfter' in fault)) {
    reply.pipe(answer);
    return;
  }
  let passed = 0;
  reply.on('data', (chunk: Buffer) => {
    const rest = fault.cutDownloadAfter - passed;
    passed += chunk.length;
    if (passed < fault.cutDownloadAfter) {
      answer.write(chunk);
      return;
    }
    reply.pause();
    answer.write(chunk.subarray(0, rest), () => answer.socket?.destroySoon());
  });
  reply.once('end', () => answer.end());
}
