/** Signed addresses of archives. They name whose rights count, which are looked at again when the address is used. */
import { DomainError } from '../../../errors/domain-error.ts';
import { requireExplainedActor } from '../../access/explanation/explained-actor.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { detail } from '../../../kernel/detail.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { noSubject } from '../../../kernel/no-subject.ts';
import { refuseGuest } from '../download-rights.ts';
import { badSignature, type DownloadSignature, isSignatureFor, requireSignature, type SignedUrl, signUrl } from '../download-signature.ts';
import { type ArchiveSubject, selectFiles } from './archive-selection.ts';

/** More would make an address longer than servers and proxies take. */
const MOST_FILES = 500;

type Resolved = { readonly fileIds: readonly number[] } | { readonly datasetId: number; readonly version: string };

async function resolve(context: CommandContext, subject: ArchiveSubject): Promise<Resolved> {
  if ('fileIds' in subject) return subject;
  const { dataset } = await loadDataset({ tx: context.db, context }, subject.dataset);
  return { datasetId: dataset.id, version: subject.version };
}

/** What an address is good for. One that was signed after a response to a guestbook, for a download that asks no more. */
function purposeOf(subject: Resolved, as: string, answered = false): string {
  const what = 'fileIds' in subject ? ['files', ...subject.fileIds] : ['dataset', subject.datasetId, subject.version];
  return `${answered ? 'answered-archive' : 'archive'}:${JSON.stringify([as, ...what])}`;
}

/** In whose name an archive is read. */
export interface ArchiveReader {
  readonly reader: CommandContext;
  /** Whether a guestbook was answered before. */
  readonly answered: boolean;
}

/**
 * In whose name an archive is read: the actor's, or that of who signed its address.
 * @throws DomainError AUTHENTICATION_REQUIRED | SIGNED_URL_INVALID | DATASET_NOT_FOUND
 */
export async function archiveReader(
  context: CommandContext,
  subject: ArchiveSubject,
  signature: DownloadSignature | null | undefined,
): Promise<ArchiveReader> {
  if (!signature) {
    refuseGuest(context);
    return { reader: context, answered: false };
  }
  const { db, services } = context;
  const { as } = signature;
  if (!as) throw badSignature();
  const resolved = await resolve(context, subject);
  const answered = isSignatureFor(services, purposeOf(resolved, as, true), signature);
  if (!answered) requireSignature(services, purposeOf(resolved, as), signature);
  try {
    const { actor, deactivated } = await requireExplainedActor(db, services, as);
    if (deactivated) throw badSignature();
    return { reader: { ...context, actor }, answered };
  } catch (error) {
    // The account is gone.
    if (error instanceof DomainError && error.code === 'ASSIGNEE_NOT_FOUND') throw badSignature();
    throw error;
  }
}

function sign(
  { actor, services }: CommandContext,
  resolved: Resolved,
  { answered = false, parameters = {} }: { readonly answered?: boolean; readonly parameters?: Readonly<Record<string, string>> } = {},
): SignedUrl {
  const as = actor.identifier;
  const path =
    'fileIds' in resolved
      ? `/api/access/datafiles/${resolved.fileIds.join(',')}`
      : `/api/access/dataset/${resolved.datasetId}/versions/${resolved.version}`;
  return signUrl(services, purposeOf(resolved, as, answered), { path, parameters: { ...parameters, as } });
}

/** An address of an archive whose guestbook was answered; who calls this has seen to that. @throws DomainError DATASET_NOT_FOUND */
export async function signAnsweredArchive(
  context: CommandContext,
  subject: ArchiveSubject,
  parameters: Readonly<Record<string, string>>,
): Promise<SignedUrl> {
  return sign(context, await resolve(context, subject), { answered: true, parameters });
}

/** The same for a version that is being shown; what of it the actor may have is found out when the address is used. */
export const createVersionArchiveUrl = detail({
  name: 'createVersionArchiveUrl',
  run: (context: CommandContext, datasetId: number, version: string): SignedUrl => sign(context, { datasetId, version }),
});

/**
 * An address that downloads several files as one archive, without a token and with the rights of the actor at that time.
 * @throws DomainError as `selectFiles`; BAD_USER_INPUT for more files than an address can name.
 */
export const createArchiveUrl = query({
  name: 'createArchiveUrl',
  subject: noSubject,
  // As `planArchive`.
  requires: () => 'Public',
  run: async (context, _subject, subject: ArchiveSubject): Promise<SignedUrl> => {
    if ('fileIds' in subject && subject.fileIds.length > MOST_FILES) {
      throw new DomainError('BAD_USER_INPUT', `An archive URL names at most ${MOST_FILES} files.`, {
        problems: [{ pointer: '/fileIds', message: `must not be more than ${MOST_FILES}` }],
      });
    }
    await selectFiles(context, subject);
    return sign(context, await resolve(context, subject));
  },
});
