import { createTransport } from 'nodemailer';
import { inOutgoingSpan } from '../../tracing/outgoing-span.ts';
import { type MailMessage, MailRefused, type MailSender } from '../../kernel/ports/mail-sender.ts';

export interface SmtpOptions {
  /** `smtp://` or `smtps://` with host, port, perhaps user and password; without one nothing is sent. */
  readonly url: string | undefined;
  readonly from: string | undefined;
  /** Host that message ids are made of. */
  readonly siteHost: string;
}

const CONNECTIONS = 3;
/** A server that does not answer keeps a worker of the queue for so long. */
const TIMEOUT_MS = 10_000;

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether the server refused this message for good, by what it said to its receiver or content. Source: RFC 5321 4.2.1. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500 && ['RCPT TO', 'DATA'].includes(String(error.command));
}

/** Makes the sender. A password is sent encrypted, or to this machine. */
export function createSmtpMailSender({ url, from, siteHost }: SmtpOptions): MailSender {
  if (url === undefined) {
    return { configured: false, from, send: () => Promise.reject(new Error('No mail server is configured.')), close: () => undefined };
  }
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const portNumber = port === '' ? (secure ? 465 : 587) : Number(port);
  const transport = createTransport({
    pool: true,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: portNumber,
    secure,
    requireTLS: !secure && username !== '' && !LOCAL_HOSTS.includes(hostname),
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Nothing of a message leads to a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    configured: true,
    from,
    send: async ({ id, from: sender, to, replyTo, subject, text }: MailMessage) => {
      try {
        await inOutgoingSpan({ name: 'SMTP send', address: `smtp://${hostname}:${portNumber}` }, () =>
          transport.sendMail({
            from: sender,
            to,
            ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
            subject,
            text,
            messageId: `<${id}@${siteHost}>`,
            // Out-of-office replies to these would have no recipient. Source: RFC 3834 5.
            headers: { 'Auto-Submitted': 'auto-generated' },
          }),
        );
      } catch (error) {
        if (isRefusal(error)) throw new MailRefused(error instanceof Error ? error.message : 'refused', { cause: error });
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
