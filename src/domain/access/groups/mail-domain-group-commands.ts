import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import {
  deleteMailDomainGroup as deleteRow,
  findMailDomainGroupByAlias,
  findMailDomainGroupById,
  insertMailDomainGroup,
  listMailDomainGroupAliases,
  listMailDomainGroups as listRows,
  lockMailDomainGroup,
  type MailDomainGroupRow,
  type MailDomainGroupValues,
  upsertMailDomainGroup,
} from '../../../db/queries/access/mail-domain-groups.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, query, type ReadContext } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { groupAlias, type InstallationGroupKey, LONGEST_LIST, shownAs, storeUnderFreeAlias, withdrawGroup } from './installation-group.ts';
import { mailDomainGroupIdentifier } from '../../../model/group-identifier.ts';
import { checkMailDomains } from './mail-matching.ts';
import { notifyGroupsChanged } from './notify-groups-changed.ts';

const facts = {
  ...shownAs,
  domains: z
    .array(z.string())
    .min(1, 'must hold at least one domain')
    .max(LONGEST_LIST, `must not hold more than ${LONGEST_LIST} domains`)
    .readonly(),
  regex: z.boolean().nullish(),
};

function notFound(name: string | number): DomainError {
  return new DomainError('MAIL_DOMAIN_GROUP_NOT_FOUND', `There is no mail-domain group ${name}.`);
}

/** @throws DomainError MAIL_DOMAIN_GROUP_NOT_FOUND */
async function requireMailDomainGroup(db: Queryable, key: InstallationGroupKey): Promise<MailDomainGroupRow> {
  const group = 'id' in key ? await findMailDomainGroupById(db, key.id) : await findMailDomainGroupByAlias(db, key.alias);
  if (group === undefined) throw notFound('id' in key ? key.id : key.alias);
  return group;
}

function valuesOf(alias: string, input: z.infer<z.ZodObject<typeof facts>>): MailDomainGroupValues {
  const regex = input.regex ?? false;
  checkMailDomains(input.domains, regex);
  return { alias, name: input.name ?? alias, description: input.description ?? null, domains: [...input.domains], regex };
}

/** Creates a mail-domain group; an alias that is taken gets a number. Source: users-admin.md 18.2. */
export const createMailDomainGroup = command({
  name: 'createMailDomainGroup',
  input: z.object({ alias: groupAlias, ...facts }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<MailDomainGroupRow> => {
    const values = valuesOf(input.alias, input);
    const taken = await listMailDomainGroupAliases(scope.tx, input.alias);
    const group = await storeUnderFreeAlias(input.alias, taken, (alias) =>
      insertMailDomainGroup(scope.tx, { ...values, alias, name: input.name ?? alias }),
    );
    await notifyGroupsChanged(scope);
    scope.note({ group: mailDomainGroupIdentifier(group.alias) });
    return group;
  },
});

/** Creates a mail-domain group under an alias, or puts it in place of the one that has it. */
export const putMailDomainGroup = command({
  name: 'putMailDomainGroup',
  input: z.object({ alias: groupAlias, ...facts }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<MailDomainGroupRow> => {
    const group = await upsertMailDomainGroup(scope.tx, valuesOf(input.alias, input));
    await notifyGroupsChanged(scope);
    scope.note({ group: mailDomainGroupIdentifier(group.alias) });
    return group;
  },
});

/**
 * Deletes a mail-domain group and takes it out of all explicit groups.
 * @throws DomainError GROUP_HAS_ROLES | MAIL_DOMAIN_GROUP_NOT_FOUND
 */
export const deleteMailDomainGroup = command({
  name: 'deleteMailDomainGroup',
  input: z.object({ group: z.custom<InstallationGroupKey>() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { group: key }): Promise<MailDomainGroupRow> => {
    const group = await requireMailDomainGroup(scope.tx, key);
    await lockMailDomainGroup(scope.tx, group.id);
    await withdrawGroup(scope.tx, mailDomainGroupIdentifier(group.alias));
    // A concurrent request has deleted it while this one waited for the lock.
    if (!(await deleteRow(scope.tx, group.id))) throw notFound(group.alias);
    await notifyGroupsChanged(scope);
    scope.note({ group: mailDomainGroupIdentifier(group.alias) });
    return group;
  },
});

/** All mail-domain groups, by id. */
export const listMailDomainGroups = query({
  name: 'listMailDomainGroups',
  subject: noSubject,
  requires: 'AdminGate',
  run: (context) => listRows(context.db),
});

/** One mail-domain group. @throws DomainError MAIL_DOMAIN_GROUP_NOT_FOUND */
export const viewMailDomainGroup = query({
  name: 'viewMailDomainGroup',
  subject: noSubject,
  requires: 'AdminGate',
  run: (context, _subject, key: InstallationGroupKey) => requireMailDomainGroup(context.db, key),
});

/** A mail-domain group by its numeric id, together with others that the request asks for; null when there is none. */
export const viewMailDomainGroupById = query({
  name: 'viewMailDomainGroupById',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context: ReadContext, _subject, id: number) => (await context.loaders.mailDomainGroup.load(id)) ?? null,
});
