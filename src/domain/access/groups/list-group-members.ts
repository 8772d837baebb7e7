import { type GroupMemberRow, listMembers } from '../../../db/queries/access/group-members.ts';
import type { GroupRow } from '../../../db/queries/access/groups.ts';
import type { ReadContext } from '../../../kernel/command.ts';
import { detail } from '../../../kernel/detail.ts';
import type { PageWindow } from '../../../model/page-window.ts';
import { parseAssignee } from '../roles/assignee-name.ts';

/** A member of an explicit group, as it is shown to who may see the group. */
export interface GroupMember {
  readonly identifier: string;
  /** Name for people; the identifier of a group that is gone. */
  readonly title: string;
  readonly affiliation: string | null;
}

function shown({ identifier, name, affiliation }: GroupMemberRow): GroupMember {
  const known = parseAssignee(identifier);
  const title = known !== undefined && 'title' in known ? known.title : identifier;
  return { identifier, title: name ?? title, affiliation };
}

/** Members of a group that the actor sees, by identifier. The first pages of several groups are read together. */
export const listGroupMembers = detail({
  name: 'listGroupMembers',
  run: async (context: ReadContext, group: Pick<GroupRow, 'id'>, window: PageWindow<string>): Promise<readonly GroupMember[]> => {
    const { after, before, limit, fromEnd } = window;
    const isFirst = after === null && before === null && !fromEnd && limit !== null;
    const rows = isFirst
      ? await context.loaders.firstGroupMembers(limit).load(group.id)
      : (await listMembers(context.db, [group.id], window)).get(group.id);
    return (rows ?? []).map(shown);
  },
});

/** Number of members of a group: counted together with those of other groups. */
export const countGroupMembers = detail({
  name: 'countGroupMembers',
  run: (context: ReadContext, group: Pick<GroupRow, 'id'>): Promise<number> => context.loaders.groupMemberCount.load(group.id),
});

/** Identifiers of all members of a group, read together with those of other groups. */
export const listContainedAssignees = detail({
  name: 'listContainedAssignees',
  run: (context: ReadContext, group: Pick<GroupRow, 'id'>) => context.loaders.containedAssignees.load(group.id),
});
