import type { Queryable } from '../../db/client.ts';
import { holdsPackage } from '../../db/queries/files/file-packages.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { DomainServices } from '../../kernel/services.ts';

/** How the setting `:UploadMethods` names uploads to this server itself. */
const HTTP_UPLOAD = 'native/http';
const ANY_PACKAGE_TYPE = /^application\/vnd\.[^/;]*\.file-package$/;

/** How this server calls packages; those of other servers have another name in the middle. Source: files.md 1.1. */
export const PACKAGE_TYPE = 'application/vnd.service.file-package';

/** @throws DomainError UPLOAD_METHOD_DISABLED when this installation takes no files over HTTP. Source: files.md 4.3. */
export function requireHttpUpload(services: DomainServices): void {
  const methods = services.settings.get(':UploadMethods');
  if (methods === undefined || methods.length === 0 || methods.includes(HTTP_UPLOAD)) return;
  throw new DomainError('UPLOAD_METHOD_DISABLED', 'This installation does not accept files over HTTP.');
}

/** Whether a content type is that of a package, a folder of files that stands for a whole dataset. Source: files.md 1.1, 13. */
export function isPackageType(contentType: string): boolean {
  return ANY_PACKAGE_TYPE.test(contentType);
}

/** @throws DomainError DATASET_HOLDS_PACKAGE when the dataset, in any version, holds a package: it takes no further files. */
export async function refusePackageDataset(db: Queryable, datasetId: number): Promise<void> {
  refuseBesidePackage(await holdsPackage(db, datasetId));
}

/** As `refusePackageDataset`, where it is known whether the dataset holds one. */
export function refuseBesidePackage(holdsOne: boolean): void {
  if (!holdsOne) return;
  throw new DomainError('DATASET_HOLDS_PACKAGE', 'The dataset holds a package of files, so no more files can be added.');
}
