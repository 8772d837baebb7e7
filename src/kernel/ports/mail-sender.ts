/** One message to one receiver, in plain text. */
export interface MailMessage {
  /** Names the message, the same at every try. */
  readonly id: string;
  /** `address` or `Name <address>`. */
  readonly from: string;
  readonly to: { readonly name: string; readonly address: string };
  /** Where an answer goes to; the sender by default. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
}

/** The mail server rejected a message permanently, so a retry is pointless. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Sends mail, if the operator has named a mail server. */
export interface MailSender {
  /** The operator's sender; undefined where nothing can be sent. The setting `:SystemEmail` counts before it. */
  readonly from: string | undefined;
  /** Whether a mail server was named. */
  readonly configured: boolean;
  /** Resolves when the mail server has taken the message. @throws MailRefused, or Error when it is worth another try. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}
