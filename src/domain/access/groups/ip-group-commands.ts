import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import {
  deleteIpGroup as deleteRow,
  findIpGroupByAlias,
  findIpGroupById,
  insertIpGroup,
  type IpGroupRow,
  type IpGroupValues,
  listIpGroupAliases,
  listIpGroups as listRows,
  lockIpGroup,
  upsertIpGroup,
} from '../../../db/queries/access/ip-groups.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, query, type ReadContext } from '../../../kernel/command.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { groupAlias, type InstallationGroupKey, LONGEST_LIST, shownAs, storeUnderFreeAlias, withdrawGroup } from './installation-group.ts';
import { ipGroupIdentifier } from '../../../model/group-identifier.ts';
import { readIpRanges } from './ip-ranges.ts';
import { notifyGroupsChanged } from './notify-groups-changed.ts';

const DEFAULT_ALIAS = 'ipGroup';

const facts = {
  ...shownAs,
  ranges: z
    .array(z.object({ first: z.string(), last: z.string() }))
    .max(LONGEST_LIST, `must not hold more than ${LONGEST_LIST} ranges`)
    .readonly()
    .nullish(),
  addresses: z.array(z.string()).max(LONGEST_LIST, `must not hold more than ${LONGEST_LIST} addresses`).readonly().nullish(),
};

function notFound(name: string | number): DomainError {
  return new DomainError('IP_GROUP_NOT_FOUND', `There is no IP group ${name}.`);
}

/** @throws DomainError IP_GROUP_NOT_FOUND */
async function requireIpGroup(db: Queryable, key: InstallationGroupKey): Promise<IpGroupRow> {
  const group = 'id' in key ? await findIpGroupById(db, key.id) : await findIpGroupByAlias(db, key.alias);
  if (group === undefined) throw notFound('id' in key ? key.id : key.alias);
  return group;
}

function valuesOf(alias: string, input: z.infer<z.ZodObject<typeof facts>>): IpGroupValues {
  return {
    alias,
    name: input.name ?? alias,
    description: input.description ?? null,
    ranges: readIpRanges({ ranges: input.ranges ?? [], addresses: input.addresses ?? [] }),
  };
}

/** Creates an IP group; an alias that is taken gets a number. Source: collections.md 11.3, users-admin.md 18.2. */
export const createIpGroup = command({
  name: 'createIpGroup',
  input: z.object({ alias: groupAlias.nullish(), ...facts }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<IpGroupRow> => {
    const wanted = input.alias ?? DEFAULT_ALIAS;
    const values = valuesOf(wanted, input);
    const taken = await listIpGroupAliases(scope.tx, wanted);
    const id = await storeUnderFreeAlias(wanted, taken, (alias) =>
      insertIpGroup(scope.tx, { ...values, alias, name: input.name ?? alias }),
    );
    await notifyGroupsChanged(scope);
    const group = await requireIpGroup(scope.tx, { id });
    scope.note({ group: ipGroupIdentifier(group.alias) });
    return group;
  },
});

/** Creates an IP group under an alias, or puts it in place of the one that has it. */
export const putIpGroup = command({
  name: 'putIpGroup',
  input: z.object({ alias: groupAlias, ...facts }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, input): Promise<IpGroupRow> => {
    const id = await upsertIpGroup(scope.tx, valuesOf(input.alias, input));
    await notifyGroupsChanged(scope);
    scope.note({ group: ipGroupIdentifier(input.alias) });
    return requireIpGroup(scope.tx, { id });
  },
});

/** Deletes an IP group and takes it out of all explicit groups. @throws DomainError GROUP_HAS_ROLES | IP_GROUP_NOT_FOUND */
export const deleteIpGroup = command({
  name: 'deleteIpGroup',
  input: z.object({ group: z.custom<InstallationGroupKey>() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { group: key }): Promise<IpGroupRow> => {
    const group = await requireIpGroup(scope.tx, key);
    await lockIpGroup(scope.tx, group.id);
    await withdrawGroup(scope.tx, ipGroupIdentifier(group.alias));
    // A concurrent request has deleted it while this one waited for the lock.
    if (!(await deleteRow(scope.tx, group.id))) throw notFound(group.alias);
    await notifyGroupsChanged(scope);
    scope.note({ group: ipGroupIdentifier(group.alias) });
    return group;
  },
});

/** All IP groups, by id. */
export const listIpGroups = query({
  name: 'listIpGroups',
  subject: noSubject,
  requires: 'AdminGate',
  run: (context) => listRows(context.db),
});

/** One IP group. @throws DomainError IP_GROUP_NOT_FOUND */
export const viewIpGroup = query({
  name: 'viewIpGroup',
  subject: noSubject,
  requires: 'AdminGate',
  run: (context, _subject, key: InstallationGroupKey) => requireIpGroup(context.db, key),
});

/** An IP group by its numeric id, together with others that the request asks for; null when there is none. */
export const viewIpGroupById = query({
  name: 'viewIpGroupById',
  subject: noSubject,
  requires: 'AdminGate',
  run: async (context: ReadContext, _subject, id: number) => (await context.loaders.ipGroup.load(id)) ?? null,
});
