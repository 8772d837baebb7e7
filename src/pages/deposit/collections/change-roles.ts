/** What the page of roles and groups of a collection answers, and its forms. */
import {
  PageAddGroupMembersDocument,
  PageAssignRoleDocument,
  PageCreateGroupDocument,
  PageDeleteGroupDocument,
  PageOfRolesDocument,
  PageRemoveGroupMembersDocument,
  PageRevokeRoleDocument,
} from '../../../generated/page-operations.ts';
import { type DepositAnswer, type DepositAnswerer, type DepositCall, mendableError } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { valueOf } from '../form-values.ts';
import { rolesPage, type RolesTold } from './roles-page.ts';
import { PageRefusal } from '../../page-refusal.ts';

async function answerPage({ run, messages }: DepositCall, alias: string, told: RolesTold): Promise<DepositAnswer> {
  const { collection } = await run(PageOfRolesDocument, { collection: { alias } });
  if (collection === null) throw new PageRefusal('COLLECTION_NOT_FOUND', messages.metadata.noCollection);
  return { page: rolesPage(collection, messages, told) };
}

export const shownRoles: DepositAnswerer = (call) =>
  answerPage(call, call.query['alias'] ?? '', { done: call.query['done'] !== undefined });

type Deed = (call: DepositCall, collection: { readonly alias: string }, text: (name: string) => string) => Promise<unknown>;

const memberInput = (collection: { readonly alias: string }, text: (name: string) => string) => ({
  group: { collection, aliasInOwner: text('group') },
  assignees: [text('member').trim()],
});

/** What each form does, by what it says that it does. */
const deeds: Readonly<Record<string, Deed>> = {
  assign: ({ run }, collection, text) =>
    run(PageAssignRoleDocument, { input: { collection, assignee: text('assignee').trim(), roleAlias: text('role') } }),
  revoke: ({ run }, collection, text) =>
    run(PageRevokeRoleDocument, { input: { collection, assignmentDatabaseId: Number(text('assignment')) } }),
  createGroup: ({ run }, collection, text) => {
    const facts = { aliasInOwner: text('aliasInOwner'), displayName: text('displayName'), description: text('description') };
    return run(PageCreateGroupDocument, { input: { collection, ...facts } });
  },
  deleteGroup: ({ run }, collection, text) =>
    run(PageDeleteGroupDocument, { input: { group: { collection, aliasInOwner: text('group') } } }),
  addMember: ({ run }, collection, text) => run(PageAddGroupMembersDocument, { input: memberInput(collection, text) }),
  removeMember: ({ run }, collection, text) => run(PageRemoveGroupMembersDocument, { input: memberInput(collection, text) }),
};

export const changeRoles: DepositAnswerer = async (call) => {
  const text = (name: string): string => valueOf(call.form, name);
  const alias = text('of');
  const does = text('does');
  const deed = Object.hasOwn(deeds, does) ? deeds[does] : undefined;
  if (deed === undefined) return { location: depositPaths.roles(alias) };
  try {
    await deed(call, { alias }, text);
    return { location: depositPaths.roles(alias, 'yes') };
  } catch (error) {
    const { told, status } = mendableError(error);
    return answerPage(call, alias, { problem: told, status, typed: text });
  }
};
