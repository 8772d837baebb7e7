import { grantFileAccess, type FileAccessDecision, rejectFileAccess, revokeFileAccess } from '../../domain/files/decide-file-access.ts';
import {
  findOwnFilePermissions,
  hasRequestedFileAccess,
  listFileAccessRequests,
  requestFileAccess,
} from '../../domain/files/request-file-access.ts';
import { showFile } from '../../domain/files/view-file.ts';
import type { GrantFileAccessInput, Resolvers } from '../generated/resolver-types.ts';
import type { RequestContext } from '../../request-context.ts';
import { type DataFileModel, dataFileModel } from '../models.ts';
import { fileKey } from '../references.ts';
import { guestbookResponseOf } from './guestbook-response-input.ts';
import { connectionOfWhole } from '../connection.ts';

async function fileModel(context: RequestContext, id: number): Promise<DataFileModel> {
  return dataFileModel(await showFile(context, id), context.services);
}

function decisionOf({ file, assignee }: GrantFileAccessInput) {
  return { file: fileKey(file), assignee };
}

async function decisionModel(context: RequestContext, { fileId, assignee }: FileAccessDecision) {
  return { file: await fileModel(context, fileId), assignee: assignee.identifier };
}

export const fileAccessRequestResolvers: Resolvers = {
  DataFile: {
    accessRequests: async ({ key }, args, context) =>
      connectionOfWhole(context, args, {
        name: 'accessRequests',
        rows: await listFileAccessRequests(context, key),
        keyOf: ({ id }) => id,
        item: (request) => request,
      }),
    viewerHasRequestedAccess: ({ key }, _args, context) => hasRequestedFileAccess(context, key),
    viewerAccess: ({ key }, _args, context) => findOwnFilePermissions(context, key),
  },
  Mutation: {
    requestFileAccess: async (_root, { input }, context) => ({
      file: await fileModel(
        context,
        await requestFileAccess(context, { file: fileKey(input.file), response: guestbookResponseOf(input.response) }),
      ),
    }),
    grantFileAccess: async (_root, { input }, context) => decisionModel(context, await grantFileAccess(context, decisionOf(input))),
    revokeFileAccess: async (_root, { input }, context) => decisionModel(context, await revokeFileAccess(context, decisionOf(input))),
    rejectFileAccess: async (_root, { input }, context) => decisionModel(context, await rejectFileAccess(context, decisionOf(input))),
  },
};
