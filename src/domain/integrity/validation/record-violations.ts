/** The rules that stored versions and records of files have to keep, whichever program wrote them. Source: users-admin.md 13. */
import type { StoredFileRecord, StoredVariable, StoredVersion } from '../../../db/queries/integrity/stored-records.ts';
import { directoryLabelProblems, labelProblems } from '../../../model/files/file-path.ts';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import { compoundsIn } from '../../../model/metadata/metadata-values.ts';
import { isUrl } from '../../../formats/values/url-format.ts';
import { validateMetadata } from '../../metadata/validate-metadata.ts';
import type { MetadataField, VersionMetadata } from '../../../model/metadata/version-metadata.ts';
import { VARIABLE_FORMAT_TYPES, VARIABLE_INTERVAL_TYPES } from '../../../vocabulary/ingest.ts';

/** One stored value that breaks a rule. */
export interface RecordViolation {
  readonly entity: 'DatasetVersion' | 'FileMetadata' | 'DataFile' | 'DataVariable';
  readonly databaseId: number;
  /** Name of the metadata field or of the property. */
  readonly field: string;
  /** Null when a value is missing. */
  readonly invalidValue: string | null;
  readonly message: string;
}

type Violations = Generator<RecordViolation, void, undefined>;

/** Name of the innermost field that a pointer into stored metadata leads to. */
function fieldAt(metadata: VersionMetadata, pointer: string): string {
  const [, , block = '', , index = '', , ...rest] = pointer.split('/');
  const field: MetadataField | undefined = metadata[block]?.[Number(index)];
  if (field === undefined) return block;
  const children = compoundsIn(field).flatMap((compound) => Object.keys(compound));
  return rest.find((step) => children.includes(step)) ?? field.typeName;
}

function* metadataViolations({ id, metadata }: StoredVersion, catalog: BlockCatalog): Violations {
  const about = { entity: 'DatasetVersion', databaseId: id } as const;
  for (const [name, fields] of Object.entries(metadata)) {
    const known = new Map(catalog.blocks.find((block) => block.name === name)?.fields.map((field) => [field.name, field]));
    for (const { typeName, typeClass } of fields) {
      const definition = known.get(typeName);
      if (definition === undefined) {
        yield { ...about, field: typeName, invalidValue: null, message: `The block ${name} has no field ${typeName}.` };
      } else if (definition.typeClass !== typeClass) {
        yield {
          ...about,
          field: typeName,
          invalidValue: typeClass,
          message: `The field ${typeName} is stored with another class than its definition has.`,
        };
      }
    }
  }
  // The present requirements of a collection do not apply to earlier versions.
  for (const { pointer, message, invalidValue } of validateMetadata(metadata, catalog, { blocks: [] })) {
    yield { ...about, field: fieldAt(metadata, pointer), invalidValue: invalidValue ?? null, message };
  }
}

/** What the rules have against a stored version. */
export function* versionViolations(version: StoredVersion, catalog: BlockCatalog): Violations {
  const { id, deaccessionLink } = version;
  if (deaccessionLink !== null && deaccessionLink !== '' && !isUrl(deaccessionLink)) {
    const message = 'The link of a deaccession must be an address.';
    yield { entity: 'DatasetVersion', databaseId: id, field: 'deaccessionLink', invalidValue: deaccessionLink, message };
  }
  yield* metadataViolations(version, catalog);
}

/** What the rules have against a stored record of a file, and against the facts of its bytes. */
export function* fileViolations(record: StoredFileRecord): Violations {
  const { id, dataFileId, label, directoryLabel, checksumValue } = record;
  const about = { entity: 'FileMetadata', databaseId: id } as const;
  for (const { message } of labelProblems(label, '')) yield { ...about, field: 'label', invalidValue: label, message };
  for (const { message } of directoryLabelProblems(directoryLabel, '')) {
    yield { ...about, field: 'directoryLabel', invalidValue: directoryLabel, message };
  }
  if (record.sizeBytes < 0) {
    const invalidValue = String(record.sizeBytes);
    yield {
      entity: 'DataFile',
      databaseId: dataFileId,
      field: 'filesize',
      invalidValue,
      message: 'The size of a file must not be negative.',
    };
  }
  if (!/^[0-9a-f]{32,128}$/.test(checksumValue)) {
    const message = 'A checksum must consist of hexadecimal digits.';
    yield { entity: 'DataFile', databaseId: dataFileId, field: 'checksumValue', invalidValue: checksumValue, message };
  }
}

/** What the rules have against a stored variable. Source: files.md 19.5, 20.2, 22.1. */
export function* variableViolations(variable: StoredVariable): Violations {
  const about = { entity: 'DataVariable', databaseId: variable.id } as const;
  const { intervalType, formatType, unf, fileOrder, variableQuantity } = variable;
  const rules: readonly [field: string, value: string | number, holds: boolean, message: string][] = [
    [
      'variableIntervalType',
      intervalType,
      VARIABLE_INTERVAL_TYPES.some((type) => type === intervalType),
      'The interval type is not known.',
    ],
    ['variableFormatType', formatType, VARIABLE_FORMAT_TYPES.some((type) => type === formatType), 'The format type is not known.'],
    ['UNF', unf, /^UNF:6:[A-Za-z0-9+/]{22}==$/.test(unf), 'The fingerprint must be one of version 6.'],
    ['fileOrder', fileOrder, fileOrder >= 0 && fileOrder < variableQuantity, 'The place must be one of those that the table has.'],
  ];
  for (const [field, value, holds, message] of rules) {
    if (!holds) yield { ...about, field, invalidValue: String(value), message };
  }
}
