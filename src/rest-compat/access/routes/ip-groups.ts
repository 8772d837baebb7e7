import { z } from 'zod';
import {
  IpGroupCreateDocument,
  IpGroupDeleteDocument,
  IpGroupPutDocument,
  IpGroupsDocument,
  IpGroupViewDocument,
} from '../../../generated/operations.ts';
import { ipGroupRecord, ipGroupSchema } from '../records/installation-group-record.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { listOf } from '../../records/schema.ts';
import { idOrAlias } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const facts = {
  name: z.string().nullish(),
  description: z.string().nullish(),
  ranges: z.array(z.tuple([z.string(), z.string()], 'must be a list of two addresses: the lowest and the highest')).nullish(),
  addresses: z.array(z.string()).nullish(),
};
const newGroup = z.object({ alias: z.string().nullish(), ...facts });
const wholeGroup = z.object(facts);

function factsOf({ name, description, ranges, addresses }: z.infer<typeof wholeGroup>) {
  return { name, description, addresses, ranges: ranges?.map(([first, last]) => ({ first, last })) };
}

export const ipGroupRoutes: readonly Route[] = [
  route({
    id: 'groups.ip.create',
    method: 'POST',
    path: '/api/admin/groups/ip',
    summary: 'Creates a group of network addresses; an alias that is taken gets a number.',
    auth: 'admin',
    body: { kind: 'json', schema: newGroup },
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(ipGroupSchema, { status: 201 }),
    operation: IpGroupCreateDocument,
    variables: ({ body }) => ({ input: { alias: body.alias, ...factsOf(body) } }),
    reply: ({ createIpGroup: { group } }) => ({
      status: 201,
      location: `/api/admin/groups/ip/${group.alias}`,
      data: ipGroupRecord(group),
    }),
  }),
  route({
    id: 'groups.ip.put',
    method: 'PUT',
    path: '/api/admin/groups/ip/{group}',
    summary: 'Creates or replaces the group of network addresses with the alias.',
    auth: 'admin',
    body: { kind: 'json', schema: wholeGroup },
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(ipGroupSchema, { status: 201 }),
    operation: IpGroupPutDocument,
    variables: ({ path, body }) => ({ input: { alias: path.group, ...factsOf(body) } }),
    reply: ({ setIpGroup: { group } }) => ({
      status: 201,
      location: `/api/admin/groups/ip/${group.alias}`,
      data: ipGroupRecord(group),
    }),
  }),
  route({
    id: 'groups.ip.list',
    method: 'GET',
    path: '/api/admin/groups/ip',
    summary: 'All groups of network addresses.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(listOf(ipGroupSchema)),
    operation: IpGroupsDocument,
    variables: () => ({}),
    reply: ({ ipGroups }) => ({ data: ipGroups.nodes.map(ipGroupRecord) }),
  }),
  route({
    id: 'groups.ip.get',
    method: 'GET',
    path: '/api/admin/groups/ip/{group}',
    summary: 'One group of network addresses, by alias or numeric id.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'IP_GROUP_NOT_FOUND'],
    answer: enveloped(ipGroupSchema),
    operation: IpGroupViewDocument,
    variables: ({ path }) => ({ reference: idOrAlias(path.group) }),
    reply: ({ ipGroup }) => ({ data: ipGroupRecord(ipGroup) }),
  }),
  route({
    id: 'groups.ip.delete',
    method: 'DELETE',
    path: '/api/admin/groups/ip/{group}',
    summary: 'Deletes a group of network addresses without role assignments, by alias or numeric id.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'IP_GROUP_NOT_FOUND', 'GROUP_HAS_ROLES'],
    answer: messageAnswer,
    operation: IpGroupDeleteDocument,
    variables: ({ path }) => ({ input: { group: idOrAlias(path.group) } }),
    reply: ({ deleteIpGroup: { identifier } }) => ({ message: `Group ${identifier} deleted.` }),
  }),
];
