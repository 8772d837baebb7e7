/** The metadata of a template, and what a dataset takes from it. */
import { DomainError } from '../../errors/domain-error.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { readFieldEdits } from '../metadata/field-edits.ts';
import { mergeFields } from '../metadata/merge-fields.ts';

/** Reads fields of native JSON; none is required. @throws DomainError BAD_USER_INPUT with every fault of their shape */
export function readTemplateFields(fields: readonly unknown[], catalog: BlockCatalog): VersionMetadata {
  const { edits, problems } = readFieldEdits({ fields }, catalog, { blankClears: true });
  if (problems.length > 0) {
    const told = problems.slice(0, 20).map(({ message }) => message);
    throw new DomainError('BAD_USER_INPUT', `The fields of the template have faults: ${told.join(' ')}`, { problems });
  }
  return mergeFields({}, edits, catalog, true);
}

/** @throws DomainError BAD_USER_INPUT where an instruction is for a field that no block has */
export function requireInstructedFields(instructions: readonly { readonly instructionField: string }[], catalog: BlockCatalog): void {
  const problems = instructions.flatMap(({ instructionField }, place) =>
    catalog.findField(instructionField) === undefined
      ? [{ pointer: `/instructions/${place}/instructionField`, message: 'must be the name of a metadata field' }]
      : [],
  );
  if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', 'Instructions are given for fields that there are not.', { problems });
}

/** The metadata of a new dataset, with the fields of its template where it says nothing itself. */
export function withTemplateFields(own: VersionMetadata, template: VersionMetadata, catalog: BlockCatalog): VersionMetadata {
  const blocks = catalog.blocks.map(({ name, fields }) => {
    const mine = new Map([...(template[name] ?? []), ...(own[name] ?? [])].map((field) => [field.typeName, field]));
    return [name, fields.flatMap((definition) => mine.get(definition.name) ?? [])] as const;
  });
  return Object.fromEntries(blocks.filter(([, fields]) => fields.length > 0));
}
