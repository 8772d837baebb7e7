import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  MailDomainGroupCreateDocument,
  MailDomainGroupDeleteDocument,
  MailDomainGroupPutDocument,
  MailDomainGroupsDocument,
  MailDomainGroupViewDocument,
} from '../../../generated/operations.ts';
import { mailDomainGroupRecord, mailDomainGroupSchema } from '../records/installation-group-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { idOrAlias } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const facts = {
  name: z.string().nullish(),
  description: z.string().nullish(),
  domains: z.array(z.string()),
  regex: z.boolean().nullish(),
};
const newGroup = z.object({ alias: z.string(), ...facts });
const wholeGroup = z.object({ alias: z.string().nullish(), ...facts });

/** The alias of the path; a body that says another one speaks of a group that is not there. Source: users-admin.md 18.2. */
function sameAlias(inPath: string, inBody: string | null | undefined): string {
  if (inBody === null || inBody === undefined || inBody === inPath) return inPath;
  throw new DomainError('MAIL_DOMAIN_GROUP_NOT_FOUND', `The group ${inBody} is not at the path of ${inPath}.`, {
    problems: [{ pointer: '/alias', message: 'must be the alias of the path' }],
  });
}

export const mailDomainGroupRoutes: readonly Route[] = [
  route({
    id: 'groups.domain.create',
    method: 'POST',
    path: '/api/admin/groups/domain',
    summary: 'Creates a group of accounts by the domain of their e-mail addresses; an alias that is taken gets a number.',
    auth: 'admin',
    body: { kind: 'json', schema: newGroup },
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(mailDomainGroupSchema, { status: 201 }),
    operation: MailDomainGroupCreateDocument,
    variables: ({ body: { alias, name, description, domains, regex } }) => ({ input: { alias, name, description, domains, regex } }),
    reply: ({ createMailDomainGroup: { group } }) => ({
      status: 201,
      location: `/api/admin/groups/domain/${group.alias}`,
      data: mailDomainGroupRecord(group),
    }),
  }),
  route({
    id: 'groups.domain.put',
    method: 'PUT',
    path: '/api/admin/groups/domain/{group}',
    summary: 'Creates or replaces the group of e-mail domains with the alias.',
    auth: 'admin',
    body: { kind: 'json', schema: wholeGroup },
    refusals: ['AUTHENTICATION_REQUIRED', 'MAIL_DOMAIN_GROUP_NOT_FOUND'],
    answer: enveloped(mailDomainGroupSchema, { status: 201 }),
    operation: MailDomainGroupPutDocument,
    variables: ({ path, body: { alias, name, description, domains, regex } }) => ({
      input: { alias: sameAlias(path.group, alias), name, description, domains, regex },
    }),
    reply: ({ setMailDomainGroup: { group } }) => ({
      status: 201,
      location: `/api/admin/groups/domain/${group.alias}`,
      data: mailDomainGroupRecord(group),
    }),
  }),
  route({
    id: 'groups.domain.list',
    method: 'GET',
    path: '/api/admin/groups/domain',
    summary: 'All groups of e-mail domains.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(listOf(mailDomainGroupSchema)),
    operation: MailDomainGroupsDocument,
    variables: () => ({}),
    reply: ({ mailDomainGroups }) => ({ data: mailDomainGroups.nodes.map(mailDomainGroupRecord) }),
  }),
  route({
    id: 'groups.domain.get',
    method: 'GET',
    path: '/api/admin/groups/domain/{group}',
    summary: 'One group of e-mail domains, by alias or numeric id.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'MAIL_DOMAIN_GROUP_NOT_FOUND'],
    answer: enveloped(mailDomainGroupSchema),
    operation: MailDomainGroupViewDocument,
    variables: ({ path }) => ({ reference: idOrAlias(path.group) }),
    reply: ({ mailDomainGroup }) => ({ data: mailDomainGroupRecord(mailDomainGroup) }),
  }),
  route({
    id: 'groups.domain.delete',
    method: 'DELETE',
    path: '/api/admin/groups/domain/{group}',
    summary: 'Deletes a group of e-mail domains without role assignments, by alias or numeric id.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'MAIL_DOMAIN_GROUP_NOT_FOUND', 'GROUP_HAS_ROLES'],
    answer: messageAnswer,
    operation: MailDomainGroupDeleteDocument,
    variables: ({ path }) => ({ input: { group: idOrAlias(path.group) } }),
    reply: ({ deleteMailDomainGroup: { identifier } }) => ({ message: `Group ${identifier} deleted.` }),
  }),
];
