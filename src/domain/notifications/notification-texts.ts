/** What a reader is told, as two texts. Source: users-admin.md 5.2. */
import { collectionLandingPage, fileRecordPage, landingPage } from '../../model/landing-page.ts';
import type { NotificationType } from '../../vocabulary/notifications.ts';
import { type WordingFacts, wordings } from './notification-wordings.ts';
import type { ReadableSubject } from './readable-subject.ts';

/** What a text can speak of. */
export interface TextFacts {
  readonly installation: string;
  readonly siteUrl: string;
  readonly subject: ReadableSubject | null;
  /** Null when it was not asked for, or the account is gone. */
  readonly requestor: { readonly firstName: string; readonly lastName: string; readonly userName: string } | null;
  readonly details: Readonly<Record<string, string | null>>;
  /** Where the reader confirms an e-mail address; only for mail. */
  readonly confirmationUrl?: string | undefined;
}

export interface NotificationText {
  /** One line. */
  readonly subject: string;
  readonly message: string;
}

/** Types about the account itself. */
const ABOUT_ACCOUNT: ReadonlySet<NotificationType> = new Set(['CREATEACC', 'CONFIRMEMAIL', 'APIGENERATED']);

/** Whether what a notification is about is gone. */
export function isSubjectGone(type: NotificationType, subject: ReadableSubject | null): boolean {
  return subject === null && !ABOUT_ACCOUNT.has(type);
}

function pageOf({ kind, id, reference }: ReadableSubject, siteUrl: string): string {
  if (kind === 'COLLECTION') return collectionLandingPage(siteUrl, reference);
  return kind === 'DATASET' ? landingPage(siteUrl, reference) : fileRecordPage(siteUrl, id);
}

/** Pages are public, so an unpublished object is named by its identifier. */
function withPage(name: string, page: string | undefined, reference: string): string {
  if (page !== undefined) return `${name} (${page} )`;
  return name === reference ? name : `${name} (${reference})`;
}

/** The page of a subject; null where it has none. */
export function subjectAddress(siteUrl: string, subject: ReadableSubject): string | null {
  return subject.hasPage ? pageOf(subject, siteUrl) : null;
}

function wordsOf({ subject, siteUrl, requestor, details, ...facts }: TextFacts): WordingFacts {
  const readsDrafts = subject?.readsDrafts === true;
  const pages = subject?.hasPage === true;
  const name = subject?.displayName ?? '';
  const title = subject?.datasetDisplayName ?? name;
  const reference = subject?.reference ?? '';
  const remark = details['reason'] ?? details['comment'] ?? null;
  const object = subject === null ? '' : withPage(name, pages ? pageOf(subject, siteUrl) : undefined, reference);
  const owner = subject?.ownerDisplayName ?? null;
  return {
    installation: facts.installation,
    siteUrl,
    name,
    object: subject?.kind === 'DATAFILE' ? name : object,
    title,
    dataset: subject?.kind === 'DATAFILE' ? withPage(title, pages ? landingPage(siteUrl, reference) : undefined, reference) : object,
    inOwner:
      subject === null || owner === null || subject.ownerAlias === null
        ? ''
        : ` in ${subject.ownerHasPage ? `${owner} (${collectionLandingPage(siteUrl, subject.ownerAlias)} )` : owner}`,
    reference,
    requestor:
      requestor === null
        ? 'someone whose account no longer exists'
        : `${requestor.firstName} ${requestor.lastName} (@${requestor.userName})`,
    remark: remark === null || !readsDrafts ? '' : `\n\n${remark}`,
    curationLabel: subject?.curates === true ? (details['label'] ?? null) : undefined,
    workflow: details['workflow'] ?? '',
    confirmationUrl: facts.confirmationUrl ?? null,
  };
}

/** The text of a notification; undefined when what it is about is gone. */
export function notificationText(type: NotificationType, facts: TextFacts): NotificationText | undefined {
  if (isSubjectGone(type, facts.subject)) return undefined;
  const words = wordsOf(facts);
  const wording = wordings[type];
  const prefix = facts.installation === '' ? '' : `${facts.installation}: `;
  // Titles may have line breaks; a subject has none.
  return { subject: `${prefix}${wording.subject(words)}`.replaceAll(/\s+/g, ' '), message: `Hello, \n${wording.message(words)}` };
}
