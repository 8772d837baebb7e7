import type { CarriedVersionValues } from '../../../db/queries/datasets/carried-datasets.ts';
import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import type { Scope } from '../../../kernel/command.ts';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import { titleOf } from '../../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { TERMS_OF_USE_KEYS } from '../../../vocabulary/datasets.ts';
import { metadataScopeOf, readVersionMetadata, requireValidMetadata } from '../../versions/version-metadata-input.ts';
import { readTerms } from '../../versions/version-terms.ts';
import { type CarriedDocument, carriedProblems, type SentVersion } from './carried-document.ts';

/** A version with its metadata. */
interface CarriedVersion {
  readonly metadata: VersionMetadata;
  readonly values: CarriedVersionValues;
}

/** Licence and terms as they were: no default licence steps in, and none is left out. */
async function termsOf({ tx, services }: Scope, version: SentVersion) {
  const terms = await readTerms(tx, services, version, version.fileAccessRequest);
  const hasLicense = version['license'] !== undefined && version['license'] !== null;
  const lost = hasLicense ? [] : TERMS_OF_USE_KEYS.filter((key) => version[key] !== undefined && terms.terms[key] === undefined);
  if (lost.length > 0) {
    throw carriedProblems(lost.map((key) => ({ pointer: `/${key}`, message: 'custom terms of use are not allowed in this installation' })));
  }
  return { ...terms, licenseId: hasLicense ? terms.licenseId : null };
}

async function readVersion(scope: Scope, catalog: BlockCatalog, blocks: readonly string[], version: SentVersion): Promise<CarriedVersion> {
  const { metadata, sent } = readVersionMetadata(version, catalog, 'Error parsing Json:');
  // Without the rules of the collection: those of the other installation were not the same.
  requireValidMetadata(metadata, catalog, { blocks, sent });
  return {
    metadata,
    values: {
      ordinal: version.ordinal,
      state: version.versionState,
      versionNumber: version.versionNumber ?? null,
      versionMinorNumber: version.versionMinorNumber ?? null,
      title: titleOf(metadata),
      metadata,
      ...(await termsOf(scope, version)),
      versionNote: version.versionNote ?? null,
      deaccessionNote: version.deaccessionNote ?? null,
      deaccessionLink: version.deaccessionLink ?? null,
      internalVersionNumber: version.internalVersionNumber,
      createdAt: version.createTime,
      updatedAt: version.lastUpdateTime,
      releasedAt: version.releaseTime ?? null,
    },
  };
}

/** Reads the versions of a dataset. @throws DomainError BAD_USER_INPUT with the problems of all versions */
export async function carriedVersions(
  scope: Scope,
  catalog: BlockCatalog,
  collectionId: number,
  { versions }: CarriedDocument['dataset'],
): Promise<CarriedVersion[]> {
  const read: CarriedVersion[] = [];
  const problems: Problem[] = [];
  const { blocks } = await metadataScopeOf(scope.tx, catalog, collectionId);
  for (const [index, version] of versions.entries()) {
    try {
      read.push(await readVersion(scope, catalog, blocks, version));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const found = error.problems.length > 0 ? error.problems : [{ pointer: '', message: error.message }];
      problems.push(...found.map(({ pointer, message }) => ({ pointer: `/dataset/versions/${index}${pointer}`, message })));
    }
  }
  if (problems.length > 0) throw carriedProblems(problems);
  return read;
}
