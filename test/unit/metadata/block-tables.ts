import { readFileSync } from 'node:fs';

/** A field of a table; what is left out is as in a plain text field. */
export interface TableField {
  readonly name: string;
  readonly block: string;
  readonly title?: string;
  readonly type?: string;
  readonly displayOrder?: string;
  readonly vocabulary?: boolean;
  readonly multiple?: boolean;
  readonly facetable?: boolean;
  readonly required?: boolean;
  readonly parent?: string;
}

/** Field, value, identifier, display order, alternates. */
export type TableValue = readonly [field: string, value: string, identifier: string, displayOrder: string, ...alternates: string[]];

export interface TableContent {
  /** Name, owner alias, display name, namespace. */
  readonly blocks?: readonly (readonly string[])[];
  readonly fields?: readonly TableField[];
  readonly values?: readonly TableValue[];
}

function line(...cells: readonly string[]): string {
  return cells.join('\t');
}

function fieldLine({ name, block, ...field }: TableField): string {
  const flag = (value: boolean | undefined): string => (value === true ? 'TRUE' : 'FALSE');
  const cells = ['', name, field.title ?? `Title of ${name}`, '', '', field.type ?? 'text', field.displayOrder ?? '0', '', 'FALSE'];
  return line(
    ...cells,
    flag(field.vocabulary),
    flag(field.multiple),
    flag(field.facetable),
    'FALSE',
    flag(field.required),
    field.parent ?? '',
    block,
  );
}

/** Writes a table, with the sections that have rows. Fields are given in their order. */
export function blockTable({ blocks = [], fields = [], values = [] }: TableContent): string {
  const lines = [
    ...(blocks.length === 0 ? [] : ['#metadataBlock\tname', ...blocks.map((cells) => line('', ...cells))]),
    ...(fields.length === 0 ? [] : ['#datasetField\tname', ...fields.map(fieldLine)]),
    ...(values.length === 0 ? [] : ['#controlledVocabulary\tDatasetField', ...values.map((cells) => line('', ...cells))]),
  ];
  return `${lines.join('\n')}\n`;
}

interface StandardField {
  readonly name: string;
  readonly title: string;
  readonly hint?: string;
  readonly type: string;
  readonly displayFormat: string;
  readonly advancedSearch: boolean;
  readonly controlledVocabulary: boolean;
  readonly multiple: boolean;
  readonly facetable: boolean;
  readonly displayOnCreate: boolean;
  readonly required: boolean;
  readonly parent: string | null;
  readonly termUri: string | null;
}

interface StandardBlock {
  readonly name: string;
  readonly displayName: string;
  readonly namespaceUri: string | null;
  readonly fields: readonly StandardField[];
  readonly vocabularies: Readonly<Record<string, readonly { value: string; identifier?: string; alternates?: readonly string[] }[]>>;
}

/** A block of data/blocks, written as a table. */
export function standardTable(name: string): string {
  const file = new URL(`../../../data/blocks/${name}.json`, import.meta.url);
  const block: StandardBlock = JSON.parse(readFileSync(file, 'utf8'));
  const flag = (value: boolean): string => (value ? 'TRUE' : 'FALSE');
  return [
    '#metadataBlock\tname\townerAlias\tdisplayName\tblockURI',
    line('', block.name, '', block.displayName, block.namespaceUri ?? ''),
    '#datasetField',
    ...block.fields.map((field, order) =>
      line(
        '',
        field.name,
        field.title,
        field.hint ?? '',
        '',
        field.type,
        String(order),
        field.displayFormat,
        ...[field.advancedSearch, field.controlledVocabulary, field.multiple, field.facetable, field.displayOnCreate, field.required].map(
          flag,
        ),
        field.parent ?? '',
        block.name,
        field.termUri ?? '',
      ),
    ),
    '#controlledVocabulary',
    ...Object.entries(block.vocabularies).flatMap(([field, values]) =>
      values.map(({ value, identifier = '', alternates = [] }, order) => line('', field, value, identifier, String(order), ...alternates)),
    ),
    '',
  ].join('\r\n');
}
