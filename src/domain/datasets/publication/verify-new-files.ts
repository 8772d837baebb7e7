import { z } from 'zod';
import type { Queryable } from '../../../db/client.ts';
import { listUnpublishedFiles, putFixityCheck, type RecordedFile } from '../../../db/queries/integrity/fixity-checks.ts';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { insertLock } from '../../../db/queries/gate/locks.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { PublishType } from '../../../vocabulary/datasets.ts';
import { actingAccount } from '../../../kernel/acting-account.ts';
import { command, type CommandContext } from '../../../kernel/command.ts';
import { lockDataset } from '../../subjects/dataset-subject.ts';
import { UNHURRIED } from '../../files/checksums/reading-pace.ts';
import { examineFile } from '../../files/checksums/verify-file.ts';
import type { DomainServices } from '../../../kernel/services.ts';

/** Files of one statement. */
const PAGE = 500;
/** Faults that a message names. */
const NAMED = 5;

/** Files that were found to be what is recorded of them, by id, or to be exempt. */
export type VerifiedFiles = ReadonlySet<number>;

/** Whether a publication of this kind has its files verified first. Source: datasets.md 7.3, files.md 17. */
function isAsked({ settings }: Pick<DomainServices, 'settings'>, type: PublishType): boolean {
  return type === 'major' && (settings.get(':FileValidationOnPublishEnabled') ?? true);
}

async function unpublishedFiles(db: Queryable, datasetId: number): Promise<RecordedFile[]> {
  const files: RecordedFile[] = [];
  for (;;) {
    const page = await listUnpublishedFiles(db, { datasetId, after: files.at(-1)?.id ?? 0, limit: PAGE });
    files.push(...page);
    if (page.length < PAGE) return files;
  }
}

/** Without those that are larger than what the installation wants to be read; none where there are too many bytes together. */
function notExempt({ settings }: Pick<DomainServices, 'settings'>, files: readonly RecordedFile[]): readonly RecordedFile[] {
  const ofDataset = settings.get(':DatasetChecksumValidationSizeLimit') ?? -1;
  const ofFile = settings.get(':DataFileChecksumValidationSizeLimit') ?? -1;
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (ofDataset >= 0 && total > ofDataset) return [];
  return ofFile < 0 ? files : files.filter(({ sizeBytes }) => sizeBytes <= ofFile);
}

/** A file that is not what is recorded of it. */
interface Damage {
  readonly id: number;
  readonly fault: string;
}

/** Locks a dataset whose files are damaged, until a superuser has looked; how many of them are still its files. */
export const lockDamagedDataset = command({
  name: 'lockDamagedDataset',
  input: z.object({ dataset: z.custom<DatasetKey>(), damaged: z.array(z.object({ id: z.int(), fault: z.string() })) }),
  subject: (scope, { dataset }) => lockDataset(scope, dataset),
  requires: 'PublishDataset',
  run: async (scope, { dataset }, { damaged }): Promise<number> => {
    const current = new Set((await unpublishedFiles(scope.tx, dataset.id)).map(({ id }) => id));
    const still = damaged.filter(({ id }) => current.has(id));
    if (still.length === 0) return 0;
    const { id: userAccountId } = actingAccount(scope.actor);
    await insertLock(scope.tx, { datasetId: dataset.id, lockType: 'FileValidationFailed', userAccountId, message: damageText(still) });
    scope.note({ damaged: still.map(({ id }) => id) });
    return still.length;
  },
});

function damageText(damaged: readonly Damage[]): string {
  const named = damaged.slice(0, NAMED).map(({ id, fault }) => `file ${id}: ${fault}`);
  const others = damaged.length - named.length;
  return `${named.join(' ')}${others > 0 ? ` And ${others} more.` : ''}`;
}

/**
 * Reads the files that a publication would make public, and compares them with what is recorded of them: those that were public
 * before are verified in the background. Holds no transaction open. Null where nothing is asked.
 * @throws DomainError FILE_VALIDATION_FAILED when one is damaged; the dataset is then locked. Source: datasets.md 7.3, files.md 17.
 */
export async function verifyNewFiles(context: CommandContext, datasetId: number, type: PublishType): Promise<VerifiedFiles | null> {
  const { db, services } = context;
  if (!isAsked(services, type)) return null;
  const files = await unpublishedFiles(db, datasetId);
  const damaged: Damage[] = [];
  for (const file of notExempt(services, files)) {
    const finding = await examineFile({ services }, file, { pace: UNHURRIED });
    if (finding.fault === null) continue;
    // Of a file that was replaced meanwhile this says nothing.
    if ((await putFixityCheck(db, { file, ...finding })) !== undefined) damaged.push({ id: file.id, fault: finding.fault });
  }
  if (damaged.length > 0 && (await lockDamagedDataset(context, { dataset: { id: datasetId }, damaged })) > 0) {
    throw new DomainError('FILE_VALIDATION_FAILED', `The dataset is not published, because its files are damaged. ${damageText(damaged)}`);
  }
  return new Set(files.map(({ id }) => id));
}

/**
 * Refuses to publish files that came while the others were verified.
 * @throws DomainError FILES_NOT_VERIFIED
 */
export async function requireVerified(tx: Queryable, datasetId: number, verified: VerifiedFiles | null): Promise<void> {
  if (verified === null) return;
  const late = (await unpublishedFiles(tx, datasetId)).filter(({ id }) => !verified.has(id));
  if (late.length === 0) return;
  throw new DomainError(
    'FILES_NOT_VERIFIED',
    'Files were added while the files of the draft were being verified; publish the dataset again.',
  );
}
