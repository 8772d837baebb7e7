/** What notifications say, in words. Source: users-admin.md 5.2, 5.3. */
import type { NotificationType } from '../../vocabulary.ts';
import type { ReadableSubject } from './readable-subject.ts';

/** What a text can speak of. */
export interface TextFacts {
  readonly installation: string;
  readonly siteUrl: string;
  readonly subject: ReadableSubject | null;
  /** First and last name; null when nobody asked, or the account is gone. */
  readonly requestor: string | null;
  readonly details: Readonly<Record<string, string | null>>;
}

export interface NotificationText {
  readonly subject: string;
  readonly message: string;
}

/** The subject of a text, and its sentences. */
type Wording = readonly [subject: string, sentences: (facts: TextFacts & { readonly name: string }) => string];

const who = ({ requestor }: TextFacts) => requestor ?? 'Somebody whose account is gone';
/** What somebody wrote about a draft is for readers of drafts. */
const because = ({ subject }: TextFacts, reason: string | null | undefined) =>
  reason === null || reason === undefined || subject?.readsDrafts !== true ? '' : `\n\n${reason}`;
const inOwner = ({ subject }: TextFacts) =>
  subject?.ownerDisplayName === null || subject?.ownerDisplayName === undefined ? '' : ` in ${subject.ownerDisplayName}`;

const wordings: Readonly<Record<NotificationType, Wording>> = {
  CREATEACC: [
    'Your account has been created',
    ({ installation, siteUrl }) => `Welcome to ${installation}. You can log in and look around at ${siteUrl}.`,
  ],
  CREATEDV: [
    'Your collection has been created',
    (facts) => `Your collection ${facts.name} was created${inOwner(facts)}. Nobody else sees it until it is published.`,
  ],
  CREATEDS: [
    'Your dataset has been created',
    (facts) => `Your dataset ${facts.name} was created${inOwner(facts)}. It is a draft until it is published.`,
  ],
  DATASETCREATED: ['A dataset has been created', (facts) => `${who(facts)} created the dataset ${facts.name}${inOwner(facts)}.`],
  SUBMITTEDDS: ['A dataset has been submitted for review', (facts) => `${who(facts)} submitted ${facts.name}${inOwner(facts)} for review.`],
  RETURNEDDS: [
    'Your dataset has been returned',
    (facts) => `${facts.name}${inOwner(facts)} was returned by its curator.${because(facts, facts.details['reason'])}`,
  ],
  PUBLISHEDDS: ['A dataset has been published', (facts) => `${facts.name}${inOwner(facts)} was published.`],
  PUBLISHFAILED_PIDREG: [
    'The persistent identifier of a dataset is not registered',
    ({ name }) => `${name} is published, but its persistent identifier could not be registered. An administrator has to look.`,
  ],
  REQUESTFILEACCESS: ['Access to a file has been requested', (facts) => `${who(facts)} asks for access to ${facts.name}${inOwner(facts)}.`],
  REQUESTEDFILEACCESS: ['You have requested access to a file', (facts) => `You asked for access to ${facts.name}${inOwner(facts)}.`],
  GRANTFILEACCESS: [
    'You have been granted access to files',
    (facts) => `You can download restricted files: ${facts.name}${inOwner(facts)}.`,
  ],
  REJECTFILEACCESS: [
    'Your request for access has been rejected',
    (facts) => `Your request for access was rejected: ${facts.name}${inOwner(facts)}.`,
  ],
  ASSIGNROLE: ['You have been given a role', ({ name }) => `You have a role on ${name}.`],
  REVOKEROLE: ['A role of yours has been removed', ({ name }) => `A role of yours on ${name} was removed.`],
  STATUSUPDATED: [
    'The curation status of a dataset has changed',
    ({ name, details, subject }) => {
      if (subject?.curates !== true) return `The curation status of ${name} has changed.`;
      return typeof details['label'] === 'string'
        ? `The curation status of ${name} is now: ${details['label']}.`
        : `The curation status of ${name} was removed.`;
    },
  ],
  INGESTCOMPLETED: ['Your files have been ingested', ({ name }) => `The tabular files of ${name} were ingested.`],
  INGESTCOMPLETEDWITHERRORS: [
    'Some of your files could not be ingested',
    ({ name }) => `Not all tabular files of ${name} could be ingested; they can be downloaded as they were uploaded.`,
  ],
  WORKFLOW_SUCCESS: [
    'A workflow has succeeded',
    (facts) => `The workflow ${facts.details['workflow'] ?? ''} let ${facts.name} pass.${because(facts, facts.details['comment'])}`,
  ],
  WORKFLOW_FAILURE: [
    'A workflow has failed',
    (facts) => `The workflow ${facts.details['workflow'] ?? ''} did not let ${facts.name} pass.${because(facts, facts.details['comment'])}`,
  ],
  PIDRECONCILED: [
    'A dataset has another persistent identifier',
    ({ name, subject }) => `The persistent identifier of ${name} is now ${subject?.reference ?? ''}.`,
  ],
  CHECKSUMFAIL: [
    'A checksum does not match',
    (facts) => `The bytes of a file of ${facts.name} are damaged.${because(facts, facts.details['reason'])}`,
  ],
  FILESYSTEMIMPORT: ['Files have been imported', ({ name }) => `Files of the storage folder of ${name} were imported.`],
  CHECKSUMIMPORT: ['Checksums have been imported', ({ name }) => `Checksums of the files of ${name} were imported.`],
  DATASETMENTIONED: ['A dataset has been mentioned', ({ name }) => `${name} is named by a work elsewhere.`],
  GLOBUSUPLOADCOMPLETED: ['A transfer has ended', ({ name }) => `The transfer of files to ${name} has ended.`],
  GLOBUSUPLOADCOMPLETEDWITHERRORS: [
    'A transfer has ended with errors',
    (facts) => `Not all files were transferred to ${facts.name}.${because(facts, facts.details['reason'])}`,
  ],
  GLOBUSDOWNLOADCOMPLETED: ['A transfer has ended', ({ name }) => `The transfer of files from ${name} has ended.`],
  GLOBUSDOWNLOADCOMPLETEDWITHERRORS: [
    'A transfer has ended with errors',
    (facts) => `Not all files of ${facts.name} were transferred.${because(facts, facts.details['reason'])}`,
  ],
  GLOBUSUPLOADREMOTEFAILURE: [
    'A transfer has failed',
    (facts) => `The transfer of files to ${facts.name} failed on the other side.${because(facts, facts.details['reason'])}`,
  ],
  GLOBUSUPLOADLOCALFAILURE: [
    'A transfer has failed',
    (facts) => `The transfer of files to ${facts.name} failed here.${because(facts, facts.details['reason'])}`,
  ],
  CONFIRMEMAIL: ['Please confirm your e-mail address', ({ siteUrl }) => `Please confirm your e-mail address at ${siteUrl}.`],
  APIGENERATED: ['An API token has been created', () => 'An API token was created for your account.'],
};

/** Types about the account itself. */
const ABOUT_ACCOUNT: ReadonlySet<NotificationType> = new Set(['CREATEACC', 'CONFIRMEMAIL', 'APIGENERATED']);

/** Whether what a notification is about is gone. */
export function isSubjectGone(type: NotificationType, subject: ReadableSubject | null): boolean {
  return subject === null && !ABOUT_ACCOUNT.has(type);
}

/** The text of a notification; undefined when what it is about is gone. */
export function notificationText(type: NotificationType, facts: TextFacts): NotificationText | undefined {
  if (isSubjectGone(type, facts.subject)) return undefined;
  const [subject, sentences] = wordings[type];
  const name = facts.subject?.displayName ?? '';
  const prefix = facts.installation === '' ? '' : `${facts.installation}: `;
  return { subject: `${prefix}${subject}`, message: `Hello, \n\n${sentences({ ...facts, name })}` };
}
