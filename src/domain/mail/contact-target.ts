/** What a message to contacts is about, as its sender may see it. Source: users-admin.md 18.5. */
import { findCollection } from '../../db/queries/collections/collections.ts';
import { findDataset } from '../../db/queries/datasets/datasets.ts';
import { findContactSources } from '../../db/queries/mail/contacts.ts';
import { listNotificationSubjects } from '../../db/queries/notifications/notification-subjects.ts';
import { isEmailAddress } from '../../formats/values/email-format.ts';
import type { Scope } from '../../kernel/command.ts';
import { childText, compoundsOf } from '../../model/metadata/metadata-values.ts';
import { normalizePersistentId } from '../../model/persistent-id.ts';
import { readableSubject } from '../notifications/readable-subject.ts';
import { subjectAddress } from '../notifications/notification-texts.ts';

/** Contacts of one object that are written to; more are hardly meant to be. */
const MOST_CONTACTS = 10;

/** How the object is named: by its number, or by an alias or a persistent identifier. */
export interface ContactTargetKey {
  readonly targetId?: number | null | undefined;
  readonly identifier?: string | null | undefined;
}

export interface ContactTarget {
  readonly id: number;
  readonly name: string;
  /** Its page, where it has one. */
  readonly address: string | null;
  /** Addresses, each once; perhaps none. */
  readonly contacts: readonly string[];
}

async function idOf({ tx, actor }: Scope, { targetId, identifier }: ContactTargetKey): Promise<number | undefined> {
  if (targetId !== null && targetId !== undefined) return targetId;
  const persistentId = normalizePersistentId(identifier ?? '');
  const found =
    persistentId === undefined
      ? await findCollection(tx, { alias: identifier ?? '' }, actor.identities)
      : await findDataset(tx, { persistentId }, actor.identities);
  return found?.id;
}

/** Finds what is meant; undefined where there is no such object, or the sender may not see it. */
export async function findContactTarget(scope: Scope, key: ContactTargetKey): Promise<ContactTarget | undefined> {
  const { tx, actor, services } = scope;
  const id = await idOf(scope, key);
  const [row] = id === undefined ? [] : await listNotificationSubjects(tx, [id], actor.identities);
  const subject = row && readableSubject(actor, row);
  if (subject === undefined || !(subject.hasPage || subject.readsDrafts)) return undefined;
  const sources = await findContactSources(tx, subject.id, subject.readsDrafts);
  const metadata = sources?.metadata ?? null;
  const addresses = [
    ...(sources?.contactEmails ?? []),
    ...(metadata === null ? [] : compoundsOf(metadata, 'datasetContact').map((contact) => childText(contact, 'datasetContactEmail') ?? '')),
  ];
  const contacts = [...new Set(addresses.map((address) => address.trim()).filter(isEmailAddress))].slice(0, MOST_CONTACTS);
  return { id: subject.id, name: subject.displayName, address: subjectAddress(services.installation.siteUrl, subject), contacts };
}
