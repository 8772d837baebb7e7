import type { Problem } from '../../errors/domain-error.ts';
import { pointerTo } from '../../errors/json-pointer.ts';
import type { BlockFile } from './block-file.ts';
import type { DefinitionRow } from './definition-row.ts';

function faultAt(base: string, label: string): (key: string, rule: string) => Problem {
  return (key, rule) => {
    const shown = key === 'ownerAlias' ? 'owner' : key;
    return { pointer: pointerTo(base, shown), message: `${label}, ${shown}: ${rule}` };
  };
}

/** A block of a JSON definition as rows: itself, its fields, its values. `pointer` leads to the definition in what was sent. */
export function blockFileRows(file: BlockFile, pointer: string): readonly DefinitionRow[] {
  const { name: block, displayName, namespaceUri, owner, fields, vocabularies } = file;
  return [
    { kind: 'MetadataBlock', name: block, displayName, namespaceUri, ownerAlias: owner, fault: faultAt(pointer, `Block ${block}`) },
    ...fields.map(({ hint, description, ...field }, displayOrder): DefinitionRow => ({
      ...field,
      kind: 'DatasetField',
      description: description ?? hint ?? '',
      displayOrder,
      block,
      fault: faultAt(`${pointer}/fields/${displayOrder}`, `Field ${field.name}`),
    })),
    ...Object.entries(vocabularies).flatMap(([field, values]) =>
      values.map((entry, displayOrder): DefinitionRow => ({
        ...entry,
        kind: 'ControlledVocabularyValue',
        field,
        displayOrder,
        fault: faultAt(pointerTo(pointer, 'vocabularies', field, displayOrder), `Value ${entry.value} of ${field}`),
      })),
    ),
  ];
}
