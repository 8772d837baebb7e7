import { bundleFile } from '../../domain/exports/bundle-file.ts';
import { planArchive } from '../../domain/files/archive/plan-archive.ts';
import { authorizeDownload } from '../../domain/files/download-file.ts';
import { answerGuestbook } from '../../domain/files/guestbooks/answer-guestbook.ts';
import type { AnsweredSubject } from '../../domain/rows.ts';
import type { AnsweredDownloadInput, FileFormInput, Resolvers } from '../generated/resolver-types.ts';
import { fileKey } from '../references.ts';
import { requireOne } from '../require-one.ts';
import { archiveSubject, downloadModel } from './file-downloads.ts';
import { guestbookResponseOf } from './guestbook-response-input.ts';

function subjectOf(download: AnsweredDownloadInput): AnsweredSubject {
  requireOne(download, '/download', 'A download');
  const { file, archive } = download;
  return archive ? { archive: archiveSubject(archive.reference) } : { file: fileKey(file?.reference ?? {}) };
}

/** Parameters that say something. */
function textsOf(parameters: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).flatMap(([name, text]) => (text ? [[name, text]] : [])));
}

/** The parameters of an address that asks for a form. */
function formParameters({ format, variables, noVariableHeader, thumbnail }: FileFormInput): Record<string, string> {
  return textsOf({ format, variables, noVarHeader: noVariableHeader ? 'true' : null, imageThumb: thumbnail ? String(thumbnail) : null });
}

export const guestbookDownloadResolvers: Resolvers = {
  Mutation: {
    answerGuestbook: async (_root, { input: { download, response } }, context) => {
      const subject = subjectOf(download);
      const { file, archive } = download;
      const answered = await answerGuestbook(context, subject, {
        response: guestbookResponseOf(response),
        parameters: archive ? textsOf({ format: archive.format }) : formParameters(file?.form ?? {}),
      });
      return { ...answered, subject, form: file?.form ?? undefined, format: archive?.format ?? undefined };
    },
  },
  AnswerGuestbookPayload: {
    responseCount: ({ responses }) => responses,
    url: ({ signed }) => signed,
    fileDownload: async ({ subject, signed: { signature }, form }, { counted }, context) =>
      'file' in subject ? downloadModel(await authorizeDownload(context, { file: subject.file, signature, form, counted })) : null,
    fileArchive: async ({ subject, signed: { signature }, format }, { counted }, context) =>
      'archive' in subject ? await planArchive(context, { subject: subject.archive, signature, format, counted: counted ?? true }) : null,
    fileBundle: async ({ subject, signed: { signature } }, { recordDatabaseId, counted }, context) => {
      if (!('file' in subject)) return null;
      const request = { counted: counted ?? true, signature, recordId: recordDatabaseId ?? undefined };
      return await bundleFile(context, subject.file, request);
    },
  },
};
