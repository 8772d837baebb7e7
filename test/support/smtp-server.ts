/** A real SMTP server in this process, which keeps what it is sent. */
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  /** Headers and body as they came. */
  readonly source: string;
}

export interface TestSmtpServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Addresses that are refused for good. */
  readonly unknown: Set<string>;
  stop(): Promise<void>;
}

/** Starts it, on a port that an earlier one had if one is given. */
export async function startSmtpServer(port = 0): Promise<TestSmtpServer> {
  const received: ReceivedMail[] = [];
  const unknown = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    // Connections that a client keeps are closed at once.
    closeTimeout: 20,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(unknown.has(address) ? Object.assign(new Error('No such mailbox here'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          to: rcptTo.map(({ address }) => address),
          from: mailFrom === false ? '' : mailFrom.address,
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done(null);
      });
    },
  });
  // A client that goes away is no fault of the server.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    received,
    unknown,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
