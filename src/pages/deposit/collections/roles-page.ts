/** Who has a role on a collection, and its groups. */
import { type ComponentChildren, h } from 'preact';
import type { PageOfRolesQuery } from '../../../generated/page-operations.ts';
import { breadcrumb, section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Page } from '../../page.ts';
import { OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { errorSummary } from '../error-summary.ts';
import { postButton } from '../post-button.ts';
import { textField } from '../text-field.ts';
import { type Told, toldOnPage } from '../../told.ts';

export type RolesOf = NonNullable<PageOfRolesQuery['collection']>;
type Group = RolesOf['groups']['nodes'][number];

/** What one of the forms came to, with what was typed. */
export interface RolesTold {
  readonly problem?: Told;
  readonly status?: number;
  readonly done?: boolean;
  readonly typed?: (name: string) => string;
}

const ACTION = '/deposit/collection/roles';

function assignments({ alias, roleAssignments: { nodes: list } }: RolesOf, { collection: words }: Messages): ComponentChildren {
  if (list.length === 0) return h('p', null, words.assignmentsNone);
  const columns = [words.columns.who, words.columns.role, words.columns.change];
  return h(
    'table',
    null,
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        columns.map((title) => h('th', { scope: 'col' }, title)),
      ),
    ),
    h(
      'tbody',
      null,
      list.map(({ databaseId, assignee, role }) =>
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, h('bdi', null, assignee)),
          h('td', { dir: 'auto' }, role.name),
          h(
            'td',
            null,
            h(
              'form',
              { method: 'post', action: ACTION },
              Object.entries({ of: alias, does: 'revoke', assignment: String(databaseId) }).map(([name, value]) =>
                h('input', { type: 'hidden', name, value }),
              ),
              h('button', { type: 'submit', class: 'button' }, words.revoke, h('span', { class: 'unseen' }, `: ${role.name}, ${assignee}`)),
            ),
          ),
        ),
      ),
    ),
  );
}

function assignForm(
  { alias, assignableRoles }: RolesOf,
  { collection: words }: Messages,
  typed: (name: string) => string,
): ComponentChildren {
  return postButton(ACTION, { of: alias, does: 'assign' }, words.roleGo, [
    textField({ name: 'assignee', label: words.assignee, hint: words.assigneeHint, value: typed('assignee'), required: true }),
    h(
      'div',
      { class: 'control' },
      h('label', { for: 'role' }, words.role),
      h(
        'select',
        { id: 'role', name: 'role' },
        assignableRoles.nodes.map((role) =>
          h(
            'option',
            { value: role.alias, selected: role.alias === typed('role') },
            role.description === null || role.description === '' ? role.name : `${role.name}: ${role.description}`,
          ),
        ),
      ),
    ),
  ]);
}

function groupItem(
  alias: string,
  { identifier, aliasInOwner, displayName, description, members }: Group,
  { collection: words }: Messages,
): ComponentChildren {
  const hidden = { of: alias, group: aliasInOwner };
  return h(
    'li',
    null,
    h('h3', { dir: 'auto' }, displayName),
    h('p', { class: 'quiet' }, h('code', null, identifier), ` · ${words.members(members.totalCount)}`),
    description === null || description === '' ? null : h('p', { dir: 'auto' }, description),
    members.nodes.map((member) =>
      h(
        'form',
        { method: 'post', action: ACTION, class: 'line' },
        Object.entries({ ...hidden, does: 'removeMember', member: member.identifier }).map(([name, value]) =>
          h('input', { type: 'hidden', name, value }),
        ),
        h('bdi', null, member.title === member.identifier ? member.title : `${member.title} (${member.identifier})`),
        ' ',
        h(
          'button',
          { type: 'submit', class: 'button quiet' },
          words.memberRemove,
          h('span', { class: 'unseen' }, `: ${member.identifier}`),
        ),
      ),
    ),
    postButton(
      ACTION,
      { ...hidden, does: 'addMember' },
      words.memberAdd,
      textField({ name: 'member', label: words.memberWho, value: '', required: true, scope: `${aliasInOwner}-` }),
    ),
    postButton(ACTION, { ...hidden, does: 'deleteGroup' }, words.groupDelete),
  );
}

function newGroup({ alias }: RolesOf, { collection: words }: Messages, typed: (name: string) => string): ComponentChildren {
  return postButton(ACTION, { of: alias, does: 'createGroup' }, words.groupCreate, [
    textField({ name: 'displayName', label: words.groupName, value: typed('displayName'), required: true }),
    textField({ name: 'aliasInOwner', label: words.groupAlias, hint: words.groupAliasHint, value: typed('aliasInOwner'), required: true }),
    textField({ name: 'description', label: words.groupDescription, value: typed('description') }),
  ]);
}

export function rolesPage(collection: RolesOf, messages: Messages, told: RolesTold): Page {
  const { problem, status, done = false, typed = () => '' } = told;
  const { collection: words } = messages;
  return {
    ...OF_DEPOSITING,
    ...(status === undefined ? {} : { status }),
    title: words.roles,
    main: [
      breadcrumb([{ href: depositPaths.collection(collection.alias), name: collection.name }]),
      h('div', { class: 'heading' }, h('h1', null, words.roles)),
      done ? h('p', { class: 'notice good', role: 'status' }, words.done) : null,
      errorSummary(problem === undefined ? [] : [{ controlId: null, text: toldOnPage(problem) }], messages),
      section('assignments', words.assignments, assignments(collection, messages)),
      section('assign', words.assign, assignForm(collection, messages, typed)),
      section(
        'groups',
        words.groups,
        h('p', null, words.groupsText),
        collection.groups.nodes.length === 0
          ? null
          : h(
              'ul',
              { class: 'list' },
              collection.groups.nodes.map((group) => groupItem(collection.alias, group, messages)),
            ),
      ),
      section('new-group', words.groupNew, newGroup(collection, messages, typed)),
    ],
  };
}
