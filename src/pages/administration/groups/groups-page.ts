/** Groups of the installation: those by network address, and those by e-mail address. */
import { type ComponentChildren, h } from 'preact';
import {
  type PageIpGroupFragment,
  type PageMailDomainGroupFragment,
  PageOfGroupsDocument,
  type PageOfGroupsQuery,
} from '../../../generated/page-operations.ts';
import { section } from '../../frame.ts';
import type { Messages } from '../../messages/messages.ts';
import type { AdministrationAnswerer } from '../administration-call.ts';
import { administrationPage } from '../administration-page.ts';
import { administrationPaths as paths } from '../administration-paths.ts';
import { recordsList } from '../records-list.ts';

/** A group may have a thousand. */
const MOST_SHOWN = 10;

function named(group: PageIpGroupFragment | PageMailDomainGroupFragment, href: string): ComponentChildren {
  return [
    h('a', { href }, group.name),
    h('p', null, h('code', null, group.identifier)),
    group.description === null ? null : h('p', { class: 'quiet' }, group.description),
  ];
}

function someOf(texts: readonly string[], { installation: { groups: words }, administration }: Messages): ComponentChildren {
  if (texts.length === 0) return administration.none;
  const rest = texts.length - MOST_SHOWN;
  return [texts.slice(0, MOST_SHOWN).map((text) => h('div', null, text)), rest > 0 ? h('p', { class: 'quiet' }, words.more(rest)) : null];
}

interface Cursors {
  readonly ip: string | undefined;
  readonly mail: string | undefined;
}

function ipSection({ ipGroups }: PageOfGroupsQuery, cursors: Cursors, messages: Messages): ComponentChildren {
  const { groups: words } = messages.installation;
  return section(
    'ip-groups',
    words.ipHeading,
    recordsList(
      {
        none: words.noIp,
        caption: words.ipCount(ipGroups.totalCount),
        columns: [words.columns.group, words.columns.addresses],
        nodes: ipGroups.nodes,
        row: (group) => ({
          head: named(group, paths.ipGroup(group.databaseId)),
          cells: [someOf([...group.ranges.map(({ first, last }) => `${first} - ${last}`), ...group.addresses], messages)],
        }),
        further: { pageInfo: ipGroups.pageInfo, after: cursors.ip, hrefOf: (ip) => paths.groups({ ...cursors, ip }) },
      },
      messages,
    ),
    h('p', null, h('a', { href: paths.ipGroup(), class: 'button' }, words.ipNew)),
  );
}

function mailSection({ mailDomainGroups }: PageOfGroupsQuery, cursors: Cursors, messages: Messages): ComponentChildren {
  const { groups: words } = messages.installation;
  return section(
    'mail-domain-groups',
    words.mailHeading,
    recordsList(
      {
        none: words.noMail,
        caption: words.mailCount(mailDomainGroups.totalCount),
        columns: [words.columns.group, words.columns.domains],
        nodes: mailDomainGroups.nodes,
        row: (group) => ({
          head: named(group, paths.mailDomainGroup(group.databaseId)),
          cells: [[group.regex ? h('p', { class: 'quiet' }, words.patterns) : null, someOf(group.domains, messages)]],
        }),
        further: { pageInfo: mailDomainGroups.pageInfo, after: cursors.mail, hrefOf: (mail) => paths.groups({ ...cursors, mail }) },
      },
      messages,
    ),
    h('p', null, h('a', { href: paths.mailDomainGroup(), class: 'button' }, words.mailNew)),
  );
}

export const groupsPage: AdministrationAnswerer = async ({ run, query, messages }) => {
  const { groups: words } = messages.installation;
  const { ip, mail, done } = query;
  const shown = await run(PageOfGroupsDocument, {
    ...(ip === undefined ? {} : { ipAfter: ip }),
    ...(mail === undefined ? {} : { mailAfter: mail }),
  });
  return administrationPage(
    messages,
    { title: words.title, text: words.intro, done: words.done, told: { done } },
    ipSection(shown, { ip, mail }, messages),
    mailSection(shown, { ip, mail }, messages),
  );
};
