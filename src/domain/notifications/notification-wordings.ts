/** What each type of notification says, in words. Source: users-admin.md 5.2, 5.3. */
import type { NotificationType } from '../../vocabulary/notifications.ts';

/** What a wording speaks with. Every part is what the reader may see. */
export interface WordingFacts {
  readonly installation: string;
  readonly siteUrl: string;
  /** Name of a collection, title of a dataset, label of a file. */
  readonly name: string;
  /** The same, with the address of its page, or its identifier if there is no public page. */
  readonly object: string;
  /** Title of a dataset, of a file that of its dataset. */
  readonly title: string;
  /** Of a file, its dataset; of others, what `object` says. */
  readonly dataset: string;
  /** ` in` the collection that the object lies in; empty at the root. */
  readonly inOwner: string;
  /** The identifier as it is now; empty for what has none. */
  readonly reference: string;
  /** Name and identifier of who asked. */
  readonly requestor: string;
  /** What is for readers of drafts, as a paragraph of its own; empty for other readers. */
  readonly remark: string;
  /** Null where there is none, undefined where the reader may not see it. */
  readonly curationLabel: string | null | undefined;
  /** Name of a workflow. */
  readonly workflow: string;
  /** Where an account confirms its e-mail address; null where that is not to be shown. */
  readonly confirmationUrl: string | null;
}

export interface Wording {
  readonly subject: (facts: WordingFacts) => string;
  readonly message: (facts: WordingFacts) => string;
}

const aboutDataset = (happened: string) => (facts: WordingFacts) => `Dataset "${facts.title}" ${happened}`;
const always = (text: string) => () => text;

const accounts = {
  CREATEACC: {
    subject: always('Your account has been created'),
    message: ({ installation, siteUrl }) => `Welcome to ${installation}. You can look around at ${siteUrl}.`,
  },
  CONFIRMEMAIL: {
    subject: always('Please confirm your e-mail address'),
    message: ({ installation, siteUrl, confirmationUrl }) =>
      `This e-mail address was given for an account of ${installation}. To confirm that it is yours, open ${confirmationUrl ?? siteUrl}.\n\nIf the account is not yours, ignore this message.`,
  },
  APIGENERATED: {
    subject: always('An API token has been created'),
    message: ({ installation }) => `An API token was created for your account of ${installation}. If you did not ask for it, replace it.`,
  },
} as const satisfies Partial<Record<NotificationType, Wording>>;

const roles = {
  ASSIGNROLE: { subject: always('You have been assigned a role'), message: ({ object }) => `You have a role on ${object}.` },
  REVOKEROLE: { subject: always('A role of yours has been removed'), message: ({ object }) => `A role of yours on ${object} was removed.` },
} as const satisfies Partial<Record<NotificationType, Wording>>;

const lives = {
  CREATEDV: {
    subject: always('Your collection has been created'),
    message: ({ object, inOwner }) =>
      `Your collection ${object} was created${inOwner}. Until you publish it, only you and those with a role see it.`,
  },
  CREATEDS: {
    subject: ({ title }) => `Your dataset "${title}" has been created`,
    message: ({ object, inOwner }) => `Your dataset ${object} was created${inOwner}. It is a draft until it is published.`,
  },
  DATASETCREATED: {
    subject: aboutDataset('has been created'),
    message: ({ object, inOwner, requestor }) => `The dataset ${object} was created${inOwner} by ${requestor}.`,
  },
  SUBMITTEDDS: {
    subject: aboutDataset('has been submitted for review'),
    message: ({ object, inOwner, requestor }) =>
      `The dataset ${object}${inOwner} was submitted for review by ${requestor}. Please publish it, or return it to its author.`,
  },
  RETURNEDDS: {
    subject: aboutDataset('has been returned'),
    message: ({ object, inOwner, remark }) => `The dataset ${object}${inOwner} was returned by its curator.${remark}`,
  },
  PUBLISHEDDS: {
    subject: aboutDataset('has been published'),
    message: ({ object, inOwner }) => `The dataset ${object}${inOwner} was published.`,
  },
  PUBLISHFAILED_PIDREG: {
    subject: aboutDataset('has a persistent identifier that could not be registered'),
    message: ({ object, inOwner }) =>
      `The dataset ${object}${inOwner} is published, but its persistent identifier could not be registered. An administrator of this installation has to find out why.`,
  },
  STATUSUPDATED: {
    subject: aboutDataset('Status Change'),
    message: ({ object, inOwner, curationLabel }) => {
      if (curationLabel === undefined) return `The curation status of the dataset ${object}${inOwner} has changed.`;
      return curationLabel === null
        ? `The curation status of the dataset ${object}${inOwner} was removed.`
        : `The curation status of the dataset ${object}${inOwner} is now: ${curationLabel}.`;
    },
  },
  PIDRECONCILED: {
    subject: aboutDataset('has another persistent identifier'),
    message: ({ object, inOwner, reference }) => `The persistent identifier of the dataset ${object}${inOwner} is now ${reference}.`,
  },
  DATASETMENTIONED: {
    subject: aboutDataset('has been mentioned'),
    message: ({ object, inOwner }) => `A work elsewhere names the dataset ${object}${inOwner}.`,
  },
  WORKFLOW_SUCCESS: {
    subject: aboutDataset('has passed a workflow'),
    message: ({ object, inOwner, workflow, remark }) => `The workflow ${workflow} let the dataset ${object}${inOwner} pass.${remark}`,
  },
  WORKFLOW_FAILURE: {
    subject: aboutDataset('has not passed a workflow'),
    message: ({ object, inOwner, workflow, remark }) =>
      `The workflow ${workflow} did not let the dataset ${object}${inOwner} pass.${remark}`,
  },
} as const satisfies Partial<Record<NotificationType, Wording>>;

const fileAccess = {
  REQUESTFILEACCESS: {
    subject: ({ requestor, title }) => `${requestor} requested access to dataset "${title}"`,
    message: ({ requestor, object, dataset }) => `${requestor} asks for access to the file ${object} of the dataset ${dataset}.`,
  },
  REQUESTEDFILEACCESS: {
    subject: ({ title }) => `You requested access to dataset "${title}"`,
    message: ({ object, dataset }) => `You asked for access to the file ${object} of the dataset ${dataset}.`,
  },
  GRANTFILEACCESS: {
    subject: ({ title }) => `You have been granted access to files of dataset "${title}"`,
    message: ({ dataset }) => `You can download restricted files of the dataset ${dataset}.`,
  },
  REJECTFILEACCESS: {
    subject: ({ title }) => `Your request for access to dataset "${title}" has been rejected`,
    message: ({ object, dataset }) => `Your request for access to the file ${object} of the dataset ${dataset} was rejected.`,
  },
} as const satisfies Partial<Record<NotificationType, Wording>>;

const transferred = (happened: string): Wording => ({
  subject: aboutDataset(happened.startsWith('failed') ? 'has a transfer that failed' : 'has a transfer that ended'),
  message: ({ object, remark }) => `A transfer of files ${happened} (dataset ${object}).${remark}`,
});

const bytes = {
  INGESTCOMPLETED: {
    subject: aboutDataset('has been processed'),
    message: ({ object, inOwner }) => `The tabular files of the dataset ${object}${inOwner} were ingested.`,
  },
  INGESTCOMPLETEDWITHERRORS: {
    subject: ({ title }) => `Failed to process your dataset "${title}"`,
    message: ({ object, inOwner }) =>
      `Not all tabular files of the dataset ${object}${inOwner} could be ingested. Those that were not can be downloaded as they were uploaded.`,
  },
  CHECKSUMFAIL: {
    subject: aboutDataset('has files whose checksum does not match'),
    message: ({ object, inOwner, remark }) =>
      `Bytes of the dataset ${object}${inOwner} do not have the checksum that was recorded or announced.${remark}`,
  },
  FILESYSTEMIMPORT: {
    subject: aboutDataset('has imported files'),
    message: ({ object, inOwner }) => `Files were imported into the dataset ${object}${inOwner}.`,
  },
  CHECKSUMIMPORT: {
    subject: aboutDataset('has imported checksums'),
    message: ({ object, inOwner }) => `Checksums of files were imported into the dataset ${object}${inOwner}.`,
  },
  GLOBUSUPLOADCOMPLETED: transferred('to this installation has ended'),
  GLOBUSUPLOADCOMPLETEDWITHERRORS: transferred('to this installation has ended, but not all files arrived'),
  GLOBUSDOWNLOADCOMPLETED: transferred('from this installation has ended'),
  GLOBUSDOWNLOADCOMPLETEDWITHERRORS: transferred('from this installation has ended, but not all files arrived'),
  GLOBUSUPLOADREMOTEFAILURE: transferred('failed on the other side'),
  GLOBUSUPLOADLOCALFAILURE: transferred('failed on the side of this installation'),
} as const satisfies Partial<Record<NotificationType, Wording>>;

/** Complete: a type without words does not compile. */
export const wordings: Readonly<Record<NotificationType, Wording>> = { ...accounts, ...roles, ...lives, ...fileAccess, ...bytes };
