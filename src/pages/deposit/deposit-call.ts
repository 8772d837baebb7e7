/** A request for a page of depositing, and its answer. */
import type { IncomingMessage } from 'node:http';
import { errorCatalog } from '../../errors/catalog.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { FileStorage } from '../../storage/file-storage.ts';
import type { Messages } from '../messages/messages.ts';
import type { Page, PageCall } from '../page.ts';
import type { Told } from '../told.ts';
import { toldProblems, toldRefusal } from '../told-refusal.ts';
import type { FormValues } from './form-values.ts';

/** What a page of depositing answers. */
export type DepositAnswer =
  | { readonly page: Page }
  | {
      /** Path of this server, with a query. */
      readonly location: string;
    }
  | {
      /** For a script of a page. */
      readonly json: unknown;
      readonly status: number;
    };

export interface DepositCall {
  readonly request: IncomingMessage;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Empty where the request has none, and where the answer reads the body itself. */
  readonly form: FormValues;
  /** Where the file of a form is received. */
  readonly storage: FileStorage;
  readonly messages: Messages;
  /** Runs an operation as the account that is signed in in the browser. */
  readonly run: PageCall['run'];
}

/** What answers a request. */
export type DepositAnswerer = (call: DepositCall) => Promise<DepositAnswer>;

/** Why a form is shown again: an error in the language of the page. */
export interface MendableError extends Pick<DomainError, 'code'> {
  readonly status: number;
  /** The whole of it. */
  readonly told: Told;
  /** Each of its problems. */
  readonly problems: ReturnType<typeof toldProblems>;
}

/** What a form is shown again for. @throws what no form could mend, such as a refusal of what the account may not do at all */
export function mendableError(error: unknown): MendableError {
  if (!(error instanceof DomainError)) throw error;
  const { status } = errorCatalog[error.code];
  if (status >= 500 || status === 401 || error.code === 'PERMISSION_DENIED') throw error;
  return { code: error.code, status, told: toldRefusal(error), problems: toldProblems(error) };
}

/** Facts of every page of depositing: it is of one account, and has forms. */
export const OF_DEPOSITING = { listed: false, secret: true, scripts: ['/deposit/forms.js'] } as const;
