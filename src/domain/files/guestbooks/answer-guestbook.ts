/** Downloads that begin with a response to a guestbook. Source: users-admin.md 18.7. Reasons: docs/adr/0077-guestbooks.md */
import { z } from 'zod';
import { insertGuestbookResponses } from '../../../db/queries/collections/guestbook-responses.ts';
import { findGuestbook } from '../../../db/queries/collections/guestbooks.ts';
import type { FileKey } from '../../../db/queries/files/file-access.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { command, type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { type ArchiveSubject, selectFiles } from '../archive/archive-selection.ts';
import { signAnsweredArchive } from '../archive/archive-url.ts';
import { requireRight, signDownload } from '../download-file.ts';
import { refuseGuest } from '../download-rights.ts';
import type { SignedUrl } from '../download-signature.ts';
import { requireFile } from '../view-file.ts';
import { type AskingFile, guestbookToAnswer, isAskedAtRequest, responseMissing } from './asked-guestbook.ts';
import { knownPerson } from './known-person.ts';
import { guestbookResponseInput, type GuestbookResponseInput, readResponse } from './read-response.ts';

/** What is downloaded: one file, in a form, or several as an archive. */
export type AnsweredSubject = { readonly file: FileKey } | { readonly archive: ArchiveSubject };

interface AnsweredFile extends AskingFile {
  readonly id: number;
  readonly datasetId: number;
}

/** @throws DomainError GUESTBOOK_RESPONSE_REQUIRED if one of the files asks for a response */
function refuseMissing(context: CommandContext, files: readonly AskingFile[]): void {
  const asked = files.map((file) => guestbookToAnswer(context, file)).find((id) => id !== null);
  if (asked !== undefined) throw responseMissing(asked, 'download this');
}

/** The files that the caller may download; of a draft nothing is asked. */
export const selectAskingFiles = query({
  name: 'selectAskingFiles',
  subject: noSubject,
  // It takes what `download-rights.ts` says, which refuses with codes of its own.
  requires: () => 'Public',
  run: async (context, _subject, subject: AnsweredSubject): Promise<readonly AnsweredFile[]> => {
    refuseGuest(context);
    if ('archive' in subject) {
      const { files, isDraft } = await selectFiles(context, subject.archive);
      return isDraft ? [] : files;
    }
    const file = await requireFile(context, subject.file);
    requireRight(context, file);
    return [{ ...file, released: file.releasedOrdinal !== null }];
  },
});

/** Stores a response for each of the files, which all have a guestbook; how many. Who is not asked may answer all the same. */
export const storeGuestbookResponses = command({
  name: 'storeGuestbookResponses',
  // It is part of a download.
  tokenScope: 'READ',
  input: z.object({ files: z.custom<readonly AnsweredFile[]>(), response: guestbookResponseInput.nullish() }),
  subject: async (_scope, { files }) => ({ nodeId: files[0]?.datasetId ?? null, granted: 0 }),
  // The files were selected for the caller.
  requires: () => 'Public',
  run: async ({ tx, actor, context, note }, _subject, { files, response }): Promise<number> => {
    if (!response) {
      refuseMissing(context, files);
      return 0;
    }
    const ids = [...new Set(files.map(({ askedGuestbookId }) => askedGuestbookId))].filter((id) => id !== null);
    if (ids.length > 1) {
      throw new DomainError('BAD_USER_INPUT', 'The files have different guestbooks; download those of each by themselves.', {
        problems: [{ pointer: '/files', message: 'must have one guestbook' }],
      });
    }
    const guestbook = ids[0] === undefined ? undefined : await findGuestbook(tx, ids[0]);
    if (guestbook === undefined) return 0;
    await insertGuestbookResponses(tx, files, readResponse(guestbook, response, await knownPerson(tx, actor)), 'Download');
    note({ guestbook: guestbook.id, responses: files.length });
    return files.length;
  },
});

/** What may be downloaded now. */
export interface AnsweredDownload {
  /** How many responses were stored: one for each file. */
  readonly responses: number;
  /** Opens the download until it ends, without a token. */
  readonly signed: SignedUrl;
}

/**
 * Stores a response to the guestbook of the dataset for each file that is to be downloaded, and signs the download, which then asks no more.
 * Where nothing is asked, nothing needs to be answered.
 * @throws DomainError GUESTBOOK_RESPONSE_REQUIRED | BAD_USER_INPUT with every problem of the response
 * @throws DomainError AUTHENTICATION_REQUIRED | FILE_NOT_FOUND | FILE_ACCESS_DENIED, and for several files as `selectFiles`
 */
export const answerGuestbook = composed({
  name: 'answerGuestbook',
  of: [selectAskingFiles, storeGuestbookResponses],
  run: async (
    context: CommandContext,
    subject: AnsweredSubject,
    {
      response,
      parameters,
    }: { readonly response?: GuestbookResponseInput | null | undefined; readonly parameters: Readonly<Record<string, string>> },
  ): Promise<AnsweredDownload> => {
    const files = await selectAskingFiles(context, subject);
    const asking = files.filter((file) => file.released && file.askedGuestbookId !== null && !isAskedAtRequest(context, file));
    const responses = asking.length === 0 ? 0 : await storeGuestbookResponses(context, { files: asking, response });
    const signed =
      'archive' in subject
        ? await signAnsweredArchive(context, subject.archive, parameters)
        : signDownload(context, files[0]?.id ?? 0, parameters);
    return { responses, signed };
  },
});
