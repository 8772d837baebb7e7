/** The licences that datasets may have. Source: users-admin.md 18.7. */
import { z } from 'zod';
import {
  deleteLicenseRow,
  findDefaultLicenseDefinition,
  findLicenseDefinition,
  insertLicense,
  isLicenseInUse,
  type LicenseDefinitionRow,
  listLicenses as listRows,
  markDefaultLicense,
  updateLicense,
} from '../../db/queries/installation/license-definitions.ts';
import type { Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { isUrl } from '../../formats/values/url-format.ts';
import { line, longText } from '../../model/text-limits.ts';

export type { LicenseDefinitionRow } from '../../db/queries/installation/license-definitions.ts';

function notFound(id: number): DomainError {
  return new DomainError('LICENSE_NOT_FOUND', `There is no licence with the id ${id}.`);
}

async function require(db: Queryable, id: number, options: { readonly lock?: boolean } = {}): Promise<LicenseDefinitionRow> {
  const found = await findLicenseDefinition(db, id, options);
  if (found === undefined) throw notFound(id);
  return found;
}

/** All licences, in their order. */
export const listLicenses = query({
  name: 'listLicenses',
  subject: noSubject,
  requires: 'Public',
  run: ({ db }, _subject, _input: null): Promise<LicenseDefinitionRow[]> => listRows(db),
});

/** One licence. @throws DomainError LICENSE_NOT_FOUND */
export const viewLicense = query({
  name: 'viewLicense',
  subject: noSubject,
  requires: 'Public',
  run: ({ db }, _subject, id: number): Promise<LicenseDefinitionRow> => require(db, id),
});

/** The licence of datasets for which none was chosen and none of their own is allowed; undefined when the installation has none. */
export const viewDefaultLicense = query({
  name: 'viewDefaultLicense',
  subject: noSubject,
  requires: 'Public',
  run: ({ db }, _subject, _input: null): Promise<LicenseDefinitionRow | undefined> => findDefaultLicenseDefinition(db),
});

const address = line.refine(isUrl, 'must be a URL');
const text = (most: typeof line) => most.trim().min(1, 'must not be blank');

/** Adds a licence. @throws DomainError LICENSE_TAKEN */
export const addLicense = command({
  name: 'addLicense',
  input: z.object({
    name: text(line),
    uri: address,
    shortDescription: text(longText),
    iconUri: address.nullish(),
    active: z.boolean(),
    sortOrder: z.int32().min(0, 'must be a whole number from 0'),
    rightsIdentifier: line.nullish(),
    rightsIdentifierScheme: line.nullish(),
    schemeUri: address.nullish(),
    languageCode: line.nullish(),
  }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, input): Promise<LicenseDefinitionRow> => {
    const stored = await insertLicense(tx, input);
    if (stored === undefined) {
      throw new DomainError('LICENSE_TAKEN', `Another licence has the name ${input.name} or the URI ${input.uri}.`, {
        problems: [{ pointer: '/name', message: 'or uri belongs to another licence' }],
      });
    }
    note({ license: stored.id, name: stored.name });
    return stored;
  },
});

/** Makes an active licence the default one. @throws DomainError LICENSE_NOT_FOUND | LICENSE_STATE_REFUSED */
export const setDefaultLicense = command({
  name: 'setDefaultLicense',
  input: z.object({ id: z.int32() }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { id }): Promise<LicenseDefinitionRow> => {
    await require(tx, id);
    await markDefaultLicense(tx, id);
    const license = await require(tx, id);
    // Asked when the row is locked; a refusal takes the change back.
    if (!license.active) {
      throw new DomainError('LICENSE_STATE_REFUSED', `The licence ${license.name} is not active, so it cannot be the default.`);
    }
    note({ license: id });
    return license;
  },
});

/** Offers a licence for new versions, or no longer does. @throws DomainError LICENSE_NOT_FOUND | LICENSE_STATE_REFUSED */
export const setLicenseActive = command({
  name: 'setLicenseActive',
  input: z.object({ id: z.int32(), active: z.boolean() }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { id, active }): Promise<LicenseDefinitionRow> => {
    const license = await require(tx, id, { lock: true });
    if (license.isDefault && !active) {
      throw new DomainError('LICENSE_STATE_REFUSED', `The licence ${license.name} is the default and must stay active.`);
    }
    if (license.active === active) {
      throw new DomainError('LICENSE_STATE_REFUSED', `The licence ${license.name} is already ${active ? 'active' : 'inactive'}.`);
    }
    note({ license: id, active });
    return (await updateLicense(tx, id, { active })) ?? license;
  },
});

/** Says where among the licences one is offered. @throws DomainError LICENSE_NOT_FOUND */
export const setLicenseSortOrder = command({
  name: 'setLicenseSortOrder',
  input: z.object({ id: z.int32(), sortOrder: z.int32().min(0, 'must be a whole number from 0') }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { id, sortOrder }): Promise<LicenseDefinitionRow> => {
    const changed = await updateLicense(tx, id, { sortOrder });
    if (changed === undefined) throw notFound(id);
    note({ license: id, sortOrder });
    return changed;
  },
});

/** Removes a licence that no version has; its former id. @throws DomainError LICENSE_NOT_FOUND | LICENSE_IN_USE */
export const deleteLicense = command({
  name: 'deleteLicense',
  input: z.object({ id: z.int32() }),
  subject: noSubject,
  requires: 'Superuser',
  run: async ({ tx, note }, _subject, { id }): Promise<number> => {
    const license = await require(tx, id, { lock: true });
    if (license.isDefault) throw new DomainError('LICENSE_IN_USE', `The licence ${license.name} is the default and cannot be removed.`);
    if (await isLicenseInUse(tx, id)) {
      throw new DomainError('LICENSE_IN_USE', `Versions of datasets have the licence ${license.name}, so it cannot be removed.`);
    }
    await deleteLicenseRow(tx, id);
    note({ license: id, name: license.name });
    return id;
  },
});
