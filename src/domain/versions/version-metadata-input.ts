import { findMetadataRules, type MetadataRulesRow } from '../../db/queries/collections/collection-blocks.ts';
import type { Queryable } from '../../db/client.ts';
import { DomainError } from '../../errors/domain-error.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { isJsonObject } from '../../model/metadata/field-reader.ts';
import { formatViolations } from '../metadata/metadata-violation.ts';
import { parseMetadataBlocks } from '../metadata/parse-metadata-blocks.ts';
import type { SentForm } from '../metadata/sent-form.ts';
import { validateMetadata, type ValidationScope } from '../metadata/validate-metadata.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { broken } from '../../errors/rules/broken.ts';

/** The requirements of a collection's rules on the metadata of its datasets. */
export function metadataScope(rules: MetadataRulesRow | undefined, catalog: BlockCatalog): ValidationScope {
  if (rules === undefined) return { blocks: [] };
  return {
    blocks: rules.blockIds.flatMap((id) => catalog.findBlockById(id)?.name ?? []),
    inputLevels: new Map(rules.levels.map(({ fieldName, required }) => [fieldName, { required }])),
  };
}

/** The requirements of a collection on the metadata of its datasets. */
export async function metadataScopeOf(db: Queryable, catalog: BlockCatalog, collectionId: number): Promise<ValidationScope> {
  return metadataScope(await findMetadataRules(db, collectionId), catalog);
}

/**
 * Reads the object under `datasetVersion` of native JSON.
 * @throws DomainError BAD_USER_INPUT when it is no object, or its fields have faults of shape: all of them.
 */
export function readVersionMetadata(
  version: unknown,
  catalog: BlockCatalog,
  messagePrefix: string,
): { readonly body: Readonly<Record<string, unknown>>; readonly metadata: VersionMetadata; readonly sent: SentForm } {
  if (!isJsonObject(version)) {
    throw new DomainError('BAD_USER_INPUT', `${messagePrefix} The dataset version must be an object.`, {
      problems: [{ pointer: '', message: 'must be an object' }],
    });
  }
  const body: Readonly<Record<string, unknown>> = version;
  if (body['metadataBlocks'] === undefined) {
    throw new DomainError('BAD_USER_INPUT', `${messagePrefix} Metadata blocks not found.`, {
      problems: [{ pointer: '/metadataBlocks', ...broken('MISSING') }],
    });
  }
  const { metadata, problems, sent } = parseMetadataBlocks(body['metadataBlocks'], catalog, '/metadataBlocks');
  if (problems.length > 0) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `${messagePrefix} ${problems
        .slice(0, 20)
        .map((problem) => problem.message)
        .join(' ')}`,
      { problems },
    );
  }
  return { body, metadata, sent };
}

/** Checks required fields and forms. @throws DomainError DATASET_METADATA_INVALID listing every violation. */
export function requireValidMetadata(metadata: VersionMetadata, catalog: BlockCatalog, scope: ValidationScope): void {
  const violations = validateMetadata(metadata, catalog, scope);
  if (violations.length === 0) return;
  throw new DomainError('DATASET_METADATA_INVALID', formatViolations(violations), {
    problems: violations.map(({ pointer, message, rule, formPlace }) => ({ pointer, message, rule, formPlace })),
  });
}
