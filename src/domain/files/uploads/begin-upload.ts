import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { DatasetKey } from '../../../db/queries/datasets/datasets.ts';
import { countOpenUploads, lockOpenUploads } from '../../../db/queries/files/promised-uploads.ts';
import { insertUploadTicket, type UploadTicketRow } from '../../../db/queries/files/upload-tickets.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { DirectUploads } from '../../../storage/direct-uploads.ts';
import { command, type Scope } from '../../../kernel/command.ts';
import { loadDataset } from '../../subjects/dataset-subject.ts';
import { newFilePlace } from '../file-place.ts';
import { refuseOverQuota } from '../quotas/storage-quota.ts';
import { refusePackageDataset, requireHttpUpload } from '../upload-admission.ts';
import { refuseFullDataset, refuseTooLarge } from '../upload-rules.ts';
import type { DomainServices } from '../../../kernel/services.ts';
import { MOST_PARTS } from './upload-ticket.ts';

/** Sizes of parts that are chosen here are whole numbers of this. */
const PART_STEP = 1024 * 1024;

/** The ways of a store past the server's form. @throws DomainError DIRECT_UPLOAD_UNAVAILABLE */
function requireDirectUploads({ storage }: DomainServices, driver: string): DirectUploads {
  const store = storage.stores.find((one) => one.driver === driver);
  if (store?.directUpload === true) return storage.uploadsOf(driver);
  throw new DomainError('DIRECT_UPLOAD_UNAVAILABLE', 'The store of this dataset does not accept direct uploads.');
}

/**
 * Size of all parts but the last: what the client asks for or the store suggests, and more where there would be too many parts.
 * @throws DomainError BAD_USER_INPUT when several parts are asked for that the store finds too small, or too many of them.
 */
function choosePartSize(uploads: DirectUploads, sizeBytes: number, asked: number | null): number {
  if (asked === null) {
    const least = Math.ceil(Math.ceil(sizeBytes / MOST_PARTS) / PART_STEP) * PART_STEP;
    return Math.max(uploads.partBytes, least);
  }
  const rules: string[] = [];
  if (asked < uploads.minimumPartBytes && sizeBytes > asked) rules.push(`must be at least ${uploads.minimumPartBytes}`);
  if (Math.ceil(sizeBytes / asked) > MOST_PARTS) rules.push(`must result in at most ${MOST_PARTS} parts`);
  if (rules.length === 0) return asked;
  const problems = rules.map((message) => ({ pointer: '/partSizeBytes', message }));
  throw new DomainError('BAD_USER_INPUT', `The size of the parts ${rules.join(' and ')}.`, { problems });
}

/** Bounds what one account can begin and leave. @throws DomainError TOO_MANY_UPLOADS */
async function refuseTooManyUploads({ tx, services, actor }: Scope): Promise<void> {
  const { mostOpen } = services.uploads;
  const waiting = await countOpenUploads(tx, actor.account?.id ?? null);
  if (waiting < mostOpen) return;
  const message = `You have ${waiting} uploads in progress; at most ${mostOpen} are allowed at once. Add their files to a dataset, or abort some.`;
  throw new DomainError('TOO_MANY_UPLOADS', message);
}

/**
 * Gives out a ticket for the bytes of one file, which are then sent in parts past the server's form and added to the dataset
 * afterwards. Source: files.md 22.6.
 */
export const beginUpload = command({
  name: 'beginUpload',
  input: z.object({
    dataset: z.custom<DatasetKey>(),
    sizeBytes: z.int('must be a whole number of bytes').min(0, 'must not be negative'),
    partSizeBytes: z.int('must be a whole number of bytes').min(1, 'must be at least 1').nullish(),
  }),
  subject: (scope, input) => loadDataset(scope, input.dataset),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset }, { sizeBytes, partSizeBytes }): Promise<UploadTicketRow> => {
    const { tx, services, actor } = scope;
    requireHttpUpload(services);
    await refusePackageDataset(tx, dataset.id);
    await refuseTooManyUploads(scope);
    await refuseFullDataset(scope, tx, dataset);
    await refuseTooLarge(tx, services, dataset.id, sizeBytes);
    await refuseOverQuota(scope, dataset, sizeBytes);
    const location = await newFilePlace(tx, services, dataset);
    const uploads = requireDirectUploads(services, location.driver);
    const size = choosePartSize(uploads, sizeBytes, partSizeBytes ?? null);

    const upload = await uploads.begin(location);
    scope.afterRollback(() => uploads.abort(upload));
    // Counted again under the lock of the account, which is not held while the store is queried.
    await lockOpenUploads(tx, actor.account?.id ?? null);
    await refuseTooManyUploads(scope);
    const ticket = await insertUploadTicket(tx, {
      id: randomUUID(),
      datasetId: dataset.id,
      accountId: actor.account?.id ?? null,
      authority: location.authority,
      identifier: location.identifier,
      storageDriver: location.driver,
      storageId: location.storageId,
      storageUploadId: upload.uploadId,
      sizeBytes,
      partSizeBytes: size,
      expiresAt: new Date(Date.now() + services.uploads.lifetimeMs),
    });
    scope.note({ upload: ticket.id, sizeBytes });
    return ticket;
  },
});
