import { DomainError, type Problem } from '../../../errors/domain-error.ts';
import { pointerTo } from '../../../errors/json-pointer.ts';
import type { BlockCatalog } from '../../../model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../../model/metadata/block-definition.ts';
import { type FieldEdit, readFieldEdits } from '../../metadata/field-edits.ts';
import { expandDescription } from './expand-description.ts';
import { type ReadDescription, readDescription } from './read-description.ts';
import { blockNamespace, fieldKey, PREFIXES } from '../../../formats/json-ld/term-uris.ts';

/** Most faults that the text of a refusal repeats; all of them are in its problems. */
const TOLD = 20;

/** Refuses a description for its faults, if it has any. @throws DomainError BAD_USER_INPUT naming all of them. */
export function refuseDescription(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const text = problems
    .slice(0, TOLD)
    .map(({ pointer, message }) => (pointer === '' ? message : `${pointer.slice(1)} ${message}`))
    .join('; ');
  throw new DomainError('BAD_USER_INPUT', `The description cannot be used: ${text}`, { problems });
}

/** Prefixes and terms that a description may use without declaring them: those that one made here has. */
function knownContext(catalog: BlockCatalog, siteUrl: string): Record<string, string> {
  const blocks = catalog.blocks.map(({ name }): [string, string] => [name, blockNamespace(catalog, name, siteUrl)]);
  const terms = catalog.fields.flatMap((field): [string, string][] => (field.termUri === null ? [] : [[fieldKey(field), field.termUri]]));
  return { ...Object.fromEntries<string>([...blocks, ...terms]), ...PREFIXES };
}

/** What a description that a client sent says. @throws DomainError BAD_USER_INPUT listing every key that stands for nothing here. */
export async function readSentDescription(description: unknown, catalog: BlockCatalog, siteUrl: string): Promise<ReadDescription> {
  const sent = readDescription(await expandDescription(description, knownContext(catalog, siteUrl)), catalog, siteUrl);
  refuseDescription(sent.problems);
  return sent;
}

/** The metadata fields of a description as edits of a version. @throws DomainError BAD_USER_INPUT listing every value that is none. */
export function descriptionEdits(sent: ReadDescription, catalog: BlockCatalog): ReadonlyMap<FieldDefinition, FieldEdit> {
  const { edits, problems } = readFieldEdits({ fields: sent.fields }, catalog, { blankClears: true });
  refuseDescription(
    problems.map(({ pointer, message }) => {
      const index = Number(/^\/fields\/(\d+)/.exec(pointer)?.[1] ?? -1);
      return { pointer: pointerTo('', sent.fields[index]?.uri ?? ''), message };
    }),
  );
  return edits;
}
