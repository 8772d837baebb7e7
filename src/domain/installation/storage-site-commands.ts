/** Places where copies of the files can be fetched from, as Dataverse keeps them. Source: users-admin.md 18.4. */
import { z } from 'zod';
import {
  countStorageSiteRows,
  deleteStorageSiteRow,
  findPrimarySite,
  findStorageSite,
  insertStorageSiteUnlessTaken,
  listStorageSiteRows,
  setPrimarySite,
  type StorageSiteRow,
} from '../../db/queries/installation/storage-sites.ts';
import type { Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { PageWindow } from '../../model/page-window.ts';
import { line } from '../../model/text-limits.ts';
import { broken, byRule } from '../../errors/rules/broken.ts';

export type { StorageSiteRow } from '../../db/queries/installation/storage-sites.ts';

const PROTOCOLS = ['rsync', 'posix', 'globus'] as const;

async function requireSite(db: Queryable, id: number): Promise<StorageSiteRow> {
  const found = await findStorageSite(db, id);
  if (found === undefined) throw new DomainError('STORAGE_SITE_NOT_FOUND', `There is no storage site ${id}.`);
  return found;
}

/** There is one primary site at most. @throws DomainError STORAGE_SITE_PRIMARY_TAKEN when it is another one than `id` */
async function refuseSecondPrimary(db: Queryable, id: number | null): Promise<void> {
  const primary = await findPrimarySite(db);
  if (primary === undefined || primary.id === id) return;
  throw new DomainError('STORAGE_SITE_PRIMARY_TAKEN', `The storage site ${primary.hostname} is the primary one already.`, {
    problems: [{ pointer: '/primaryStorage', ...broken('SECOND_PRIMARY') }],
  });
}

/** A page of sites, by id. */
export const listStorageSites = query({
  name: 'listStorageSites',
  subject: noSubject,
  requires: 'AdminGate',
  run: ({ db }, _subject, window: PageWindow<number>): Promise<StorageSiteRow[]> => listStorageSiteRows(db, window),
});

/** Over all pages. */
export const countStorageSites = query({
  name: 'countStorageSites',
  subject: noSubject,
  requires: 'AdminGate',
  run: ({ db }, _subject, _input: null): Promise<number> => countStorageSiteRows(db),
});

/** One site. @throws DomainError STORAGE_SITE_NOT_FOUND */
export const viewStorageSite = query({
  name: 'viewStorageSite',
  subject: noSubject,
  requires: 'AdminGate',
  run: ({ db }, _subject, id: number): Promise<StorageSiteRow> => requireSite(db, id),
});

/** Adds a site. @throws DomainError BAD_USER_INPUT | STORAGE_SITE_TAKEN | STORAGE_SITE_PRIMARY_TAKEN */
export const addStorageSite = command({
  name: 'addStorageSite',
  input: z.object({
    hostname: line.refine((name) => /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(name), byRule('HOST_NAME')),
    name: line.nullish(),
    primaryStorage: z.boolean(),
    transferProtocols: line
      .refine(
        (given) => given.split(',').every((word) => PROTOCOLS.some((known) => known === word.trim())),
        byRule('WORDS_OF', { words: PROTOCOLS }),
      )
      .transform((given) => [...new Set(given.split(',').map((word) => word.trim()))].join(',')),
  }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, { name = null, ...site }): Promise<StorageSiteRow> => {
    if (site.primaryStorage) await refuseSecondPrimary(tx, null);
    const added = await insertStorageSiteUnlessTaken(tx, { ...site, name });
    if (added === undefined) {
      throw new DomainError('STORAGE_SITE_TAKEN', `There is already a storage site ${site.hostname}.`, {
        problems: [{ pointer: '/hostname', ...broken('SITE_TAKEN') }],
      });
    }
    note({ storageSite: added.id });
    return added;
  },
});

/** Says whether a site is the primary one, of which there is at most one. @throws DomainError STORAGE_SITE_NOT_FOUND | STORAGE_SITE_PRIMARY_TAKEN */
export const setPrimaryStorageSite = command({
  name: 'setPrimaryStorageSite',
  input: z.object({ id: z.int(), primaryStorage: z.boolean() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, { id, primaryStorage }): Promise<StorageSiteRow> => {
    await requireSite(tx, id);
    if (primaryStorage) await refuseSecondPrimary(tx, id);
    await setPrimarySite(tx, id, primaryStorage);
    note({ storageSite: id, primaryStorage });
    return requireSite(tx, id);
  },
});

/** Removes a site; its former id. @throws DomainError STORAGE_SITE_NOT_FOUND */
export const deleteStorageSite = command({
  name: 'deleteStorageSite',
  input: z.object({ id: z.int() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, { id }): Promise<number> => {
    const { hostname } = await requireSite(tx, id);
    await deleteStorageSiteRow(tx, id);
    note({ storageSite: id, hostname });
    return id;
  },
});
