/** A request for a page of signing in, and its answer. */
import type { IncomingMessage } from 'node:http';
import { errorCatalog } from '../../errors/catalog.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { Page, PageCall } from '../page.ts';
import type { Told } from '../told.ts';
import { toldRefusal } from '../told-refusal.ts';

/** What a page of signing in answers. */
export type SignInAnswer = (
  | { readonly page: Page }
  | {
      /** Another address, of this server or of a provider. */
      readonly location: string;
    }
) & {
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
};

/** A request for a page of signing in. */
export interface SignInCall {
  readonly request: IncomingMessage;
  readonly query: Readonly<Record<string, string>>;
  /** The query string as it was sent. */
  readonly search: string;
  readonly form: Readonly<Record<string, string>>;
  /** Part of the path between `/sign-in/` and what follows. */
  readonly providerId: string;
  /** Runs an operation as the account that is signed in in the browser, else as a guest. */
  readonly run: PageCall['run'];
}

/** What answers a request. */
export type Answer = (call: SignInCall) => Promise<SignInAnswer>;

/** What a form is shown again for, with the message. @throws what no form could mend */
export function mendable(error: unknown): { readonly problem: Told; readonly status: number } {
  const { status } = error instanceof DomainError ? errorCatalog[error.code] : { status: 500 };
  if (!(error instanceof DomainError) || status >= 500 || error.code === 'SIGN_IN_TICKET_INVALID') throw error;
  return { problem: toldRefusal(error), status };
}
