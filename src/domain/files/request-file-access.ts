import { z } from 'zod';
import { type GuestbookResponseRow, listGuestbookResponsesByIds } from '../../db/queries/collections/guestbook-responses.ts';
import {
  hasAccessRequest,
  insertAccessRequest,
  listOpenAccessRequests,
  type AccessRequestRow,
} from '../../db/queries/files/access-requests.ts';
import type { FileKey, FileWithAccess } from '../../db/queries/files/file-access.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { actingAccount } from '../../kernel/acting-account.ts';
import { holdsPermission } from '../../kernel/actor.ts';
import { command, type CommandContext, query } from '../../kernel/command.ts';
import { mayDownload } from './download-file.ts';
import { answerAtRequest } from './guestbooks/answer-at-request.ts';
import { guestbookResponseInput } from './guestbooks/read-response.ts';
import { type FileAccessSubject, loadFileAccess, lockFileAccess } from './file-access-subject.ts';

/** The reason why access need not or cannot be requested by this caller; undefined if it can. */
function objection(context: CommandContext, file: FileWithAccess): string | undefined {
  if (context.services.settings.get(':PublicInstall') === true) return 'This installation does not allow restricted files.';
  if (file.releasedOrdinal === null) return 'The file is not published.';
  if (file.retentionOver) return 'The retention period of the file is over.';
  if (file.embargoed) return 'The file is under an embargo; access to it cannot be requested until the embargo ends.';
  if (!file.restricted) return 'The file is not restricted.';
  if (mayDownload(context, file)) return 'You may already download the file.';
  return file.fileAccessRequest ? undefined : 'The dataset does not accept requests for access.';
}

/**
 * Asks those who manage the access to a restricted file for it, with a response to the guestbook of the dataset where that is asked now.
 * The id of the file. Source: files.md 22.4, users-admin.md 18.7.
 */
export const requestFileAccess = command({
  name: 'requestFileAccess',
  tokenScope: 'DEPOSIT',
  input: z.object({ file: z.custom<FileKey>(), response: guestbookResponseInput.nullish() }),
  subject: (scope, { file }) => lockFileAccess(scope, file),
  requires: 'LoggedIn',
  run: async (scope, { file }, { response }): Promise<number> => {
    const { tx, context } = scope;
    const { id: userAccountId } = actingAccount(scope.actor);
    const reason = objection(context, file);
    if (reason !== undefined) throw new DomainError('ACCESS_REQUEST_REFUSED', reason);
    const guestbookResponseId = await answerAtRequest(scope, file, response);
    if (!(await insertAccessRequest(tx, { dataFileId: file.id, userAccountId, guestbookResponseId }))) {
      throw new DomainError('ACCESS_REQUEST_REFUSED', 'You already have an open request for access to the file.');
    }
    scope.emit({ kind: 'FileAccessRequested', subjectId: file.id, payload: { requestorId: userAccountId } });
    return file.id;
  },
});

/** A request, with what the requester told the guestbook of the dataset. */
export interface ListedAccessRequest extends AccessRequestRow {
  readonly guestbookResponse: GuestbookResponseRow | null;
}

/** Open requests for access to a file, oldest first. Source: files.md 22.4. */
export const listFileAccessRequests = query({
  name: 'listFileAccessRequests',
  subject: async (scope, key: FileKey) => {
    const subject = await loadFileAccess(scope, key);
    return { ...subject, guest: scope.context.actor.account === null };
  },
  requires: ({ guest }: FileAccessSubject & { readonly guest: boolean }) => (guest ? 'LoggedIn' : 'ManageFilePermissions'),
  run: async ({ db }, { file }, _key: FileKey): Promise<ListedAccessRequest[]> => {
    const requests = await listOpenAccessRequests(db, file.id);
    const ids = requests.flatMap(({ guestbookResponseId }) => guestbookResponseId ?? []);
    const responses = new Map((await listGuestbookResponsesByIds(db, ids)).map((response) => [response.id, response]));
    return requests.map((request) => ({ ...request, guestbookResponse: responses.get(request.guestbookResponseId ?? 0) ?? null }));
  },
});

/** Whether the caller ever asked for access to a file, whatever came of it. Source: files.md 22.4. */
export const hasRequestedFileAccess = query({
  name: 'hasRequestedFileAccess',
  subject: loadFileAccess,
  requires: 'LoggedIn',
  run: (context, { file }, _key: FileKey): Promise<boolean> =>
    hasAccessRequest(context.db, { dataFileId: file.id, userAccountId: actingAccount(context.actor).id }),
});

/** What a caller may do with a file. */
export interface OwnFilePermissions {
  readonly canDownload: boolean;
  readonly canManagePermissions: boolean;
  /** Whether the caller may edit the dataset that holds the file. */
  readonly canEditDataset: boolean;
}

/** What the caller may do with a file; open to all callers. Source: files.md 22.4. */
export const findOwnFilePermissions = query({
  name: 'findOwnFilePermissions',
  subject: loadFileAccess,
  requires: 'Public',
  run: (context, { file }, _key: FileKey): OwnFilePermissions => {
    const { actor } = context;
    return {
      canDownload: mayDownload(context, file),
      canManagePermissions: holdsPermission(actor, file.granted, 'ManageFilePermissions'),
      canEditDataset: holdsPermission(actor, file.datasetGranted, 'EditDataset'),
    };
  },
});
