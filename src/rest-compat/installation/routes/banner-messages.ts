/** Messages of the operator to all visitors. Source: users-admin.md 18.4. */
import { z } from 'zod';
import {
  BannerMessageAddDocument,
  BannerMessageDeactivateDocument,
  BannerMessageDeleteDocument,
  BannerMessagesDocument,
  type BannerMessagesQuery,
} from '../../../generated/operations.ts';
import { enveloped, messageAnswer } from '../../answers.ts';
import { booleanWord } from '../../boolean-text.ts';
import { type ListPart, openList } from '../../open-list.ts';
import { objectId, openListOf, recordSchema } from '../../records/schema.ts';
import { numericId } from '../../reference.ts';
import { type Route, route } from '../../route.ts';

const BANNERS = '/api/admin/bannerMessage';

const bannerSchema = recordSchema('BannerMessage', 'A message of the operator to all visitors. Source: users-admin.md 18.4.', {
  id: objectId,
  displayValue: z.string().optional().describe('Its text; absent where it has none in the language that was asked for.'),
});

const addedBannerSchema = recordSchema('AddedBannerMessage', 'The id of a new message. Source: users-admin.md 18.4.', {
  message: z.string(),
  id: objectId,
});

const newBanner = z.object({
  dismissibleByUser: z.union([z.boolean(), booleanWord], { error: 'must be true or false' }),
  messageTexts: z.array(z.object({ lang: z.string(), message: z.string() })),
});

function bannerPart({ bannerMessages }: BannerMessagesQuery): ListPart<string, z.infer<typeof bannerSchema>> {
  const { nodes, pageInfo } = bannerMessages;
  return {
    entries: nodes.map(({ databaseId, text }) => ({ id: databaseId, ...(text === null ? {} : { displayValue: text }) })),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

export const bannerMessageRoutes: readonly Route[] = [
  route({
    id: 'admin.bannerMessage.list',
    method: 'GET',
    path: BANNERS,
    summary: 'Messages of the operator to all visitors, in one language.',
    auth: 'admin',
    query: z.object({ lang: z.string().optional() }),
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(openListOf(bannerSchema)),
    operation: BannerMessagesDocument,
    variables: ({ query }) => ({ language: query.lang }),
    reply: (data, { query }) => ({
      data: openList(bannerPart(data), {
        operation: BannerMessagesDocument,
        variables: (after) => ({ language: query.lang, after }),
        part: bannerPart,
      }),
    }),
  }),
  route({
    id: 'admin.bannerMessage.add',
    method: 'POST',
    path: BANNERS,
    summary: 'Shows a message to all visitors from now on.',
    auth: 'admin',
    body: { kind: 'json', schema: newBanner },
    inputNames: { dismissible: 'dismissibleByUser', texts: 'messageTexts' },
    refusals: ['AUTHENTICATION_REQUIRED'],
    answer: enveloped(addedBannerSchema),
    operation: BannerMessageAddDocument,
    variables: ({ body: { dismissibleByUser, messageTexts } }) => ({
      input: { dismissible: dismissibleByUser, texts: messageTexts.map(({ lang, message }) => ({ language: lang, message })) },
    }),
    reply: ({ createBannerMessage: { bannerMessage } }) => ({
      data: { message: 'The message is shown from now on.', id: bannerMessage.databaseId },
    }),
  }),
  route({
    id: 'admin.bannerMessage.deactivate',
    method: 'PUT',
    path: '/api/admin/bannerMessage/{id}/deactivate',
    summary: 'Stops showing a message.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'BANNER_MESSAGE_NOT_FOUND'],
    answer: messageAnswer,
    operation: BannerMessageDeactivateDocument,
    variables: ({ path }) => ({ input: { databaseId: numericId(path.id) } }),
    reply: ({ deactivateBannerMessage: { bannerMessage } }) => ({
      data: { message: `The message ${bannerMessage.databaseId} is shown no more.` },
    }),
  }),
  route({
    id: 'admin.bannerMessage.delete',
    method: 'DELETE',
    path: '/api/admin/bannerMessage/{id}',
    summary: 'Removes a message.',
    auth: 'admin',
    refusals: ['AUTHENTICATION_REQUIRED', 'BANNER_MESSAGE_NOT_FOUND'],
    answer: messageAnswer,
    operation: BannerMessageDeleteDocument,
    variables: ({ path }) => ({ input: { databaseId: numericId(path.id) } }),
    reply: ({ deleteBannerMessage: { deletedBannerMessageDatabaseId } }) => ({
      data: { message: `The message ${deletedBannerMessageDatabaseId} was removed.` },
    }),
  }),
];
