import type { FieldType, TypeClass } from '../../vocabulary/metadata.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import type { FieldDefinition } from '../../model/metadata/block-definition.ts';
import type { BlockRow, DefinitionRow, FieldRow, ValueRow } from './definition-row.ts';
import { STANDARD_BLOCKS } from './standard-blocks.ts';
import type { ProblemList } from '../../errors/problem-list.ts';
import type { StoredDataRisk } from './stored-data-risk.ts';
import { type DraftValue, VocabularyDraft } from './vocabulary-draft.ts';

/** Types whose values have a form, which stored values of another type need not have. */
const FORMED_TYPES: readonly FieldType[] = ['DATE', 'EMAIL', 'URL', 'INT', 'FLOAT'];

/** What decides about references to a field. */
interface FieldFacts {
  readonly block: string;
  readonly parent: string | null;
  readonly controlledVocabulary: boolean;
}

/** The installed blocks with the rows of a load put on top, in memory: finds every fault before anything is written. */
export class BlockLoadDraft {
  readonly blocks = new Map<string, BlockRow>();
  readonly fields = new Map<string, FieldRow>();
  /** Changes that are faults only where versions hold values; complete after `finish`. */
  readonly risks: StoredDataRisk[] = [];
  readonly #catalog: BlockCatalog;
  readonly #owners: ReadonlyMap<string, number>;
  readonly #problems: ProblemList;
  readonly #vocabularies = new Map<string, VocabularyDraft>();
  /** Children that are reported for their parents: no reason to report the parents as well. */
  readonly #misplaced = new Set<string>();

  /** `owners` are the ids of the collections named, by alias in lower case. */
  constructor(catalog: BlockCatalog, owners: ReadonlyMap<string, number>, problems: ProblemList) {
    this.#catalog = catalog;
    this.#owners = owners;
    this.#problems = problems;
  }

  put(row: DefinitionRow): void {
    if (row.kind === 'MetadataBlock') this.#putBlock(row);
    else if (row.kind === 'DatasetField') this.#putField(row);
    else this.#putValue(row);
  }

  /** Checks what only the whole can tell. */
  finish(): void {
    const children = this.#childrenByParent();
    for (const row of this.fields.values()) this.#checkShape(row, children);
    for (const installed of this.#catalog.fields) this.#compare(installed, children);
    for (const vocabulary of this.#vocabularies.values()) vocabulary.check(this.#problems, this.risks);
  }

  values(): readonly DraftValue[] {
    return [...this.#vocabularies.values()].flatMap((vocabulary) => vocabulary.changed());
  }

  ownerIdOf({ ownerAlias }: BlockRow): number | null {
    return ownerAlias === null ? null : (this.#owners.get(ownerAlias.toLowerCase()) ?? null);
  }

  #report<Key extends string>(
    row: { fault: (key: Key, rule: string) => { pointer: string; message: string } },
    key: Key,
    rule: string,
  ): void {
    const { pointer, message } = row.fault(key, rule);
    this.#problems.add(pointer, message);
  }

  #putBlock(row: BlockRow): void {
    if (this.blocks.has(row.name)) this.#report(row, 'name', `the block ${row.name} is defined twice`);
    if (row.ownerAlias !== null && this.ownerIdOf(row) === null) {
      this.#report(row, 'ownerAlias', `there is no collection ${row.ownerAlias}`);
    }
    this.blocks.set(row.name, row);
  }

  #putField(row: FieldRow): void {
    const { name, block, parent } = row;
    if (this.fields.has(name)) this.#report(row, 'name', `the field ${name} is defined twice`);
    if (block !== '' && !this.blocks.has(block) && this.#catalog.findBlockByName(block) === undefined) {
      this.#report(row, 'block', `${block} is neither an earlier block here nor an installed one`);
    }
    const owner = this.#catalog.findField(name)?.block;
    if (owner !== undefined && owner !== block && STANDARD_BLOCKS.some((standard) => standard === owner)) {
      this.#report(row, 'name', `the field ${name} belongs to the block ${owner}, and names are unique over all blocks`);
    }
    if (parent !== null) this.#checkParent(row, parent);
    this.fields.set(name, row);
  }

  #checkParent(row: FieldRow, parent: string): void {
    const facts = parent === row.name ? undefined : this.#factsOf(parent);
    let rule: string | undefined;
    if (facts === undefined) rule = 'is neither an earlier field here nor an installed one';
    else if (facts.parent !== null) rule = 'is itself a child';
    else if (facts.controlledVocabulary) rule = 'takes vocabulary values, not children';
    if (rule === undefined) return;
    this.#report(row, 'parent', `${parent} ${rule}`);
    this.#misplaced.add(row.name);
  }

  #putValue(row: ValueRow): void {
    const { field } = row;
    const facts = this.#factsOf(field);
    if (facts === undefined) {
      if (field !== '') this.#report(row, 'field', `${field} is neither an earlier field here nor an installed one`);
      return;
    }
    if (!facts.controlledVocabulary) this.#report(row, 'field', `${field} takes no vocabulary values`);
    let vocabulary = this.#vocabularies.get(field);
    if (vocabulary === undefined) this.#vocabularies.set(field, (vocabulary = new VocabularyDraft(this.#catalog.findField(field))));
    vocabulary.put(row);
  }

  #factsOf(name: string): FieldFacts | undefined {
    const row = this.fields.get(name);
    if (row !== undefined) return row;
    const installed = this.#catalog.findField(name);
    return installed && { ...installed, controlledVocabulary: installed.typeClass === 'controlledVocabulary' };
  }

  #childrenByParent(): ReadonlyMap<string, readonly string[]> {
    const children = new Map<string, string[]>();
    const names = new Set([...this.#catalog.fields.map(({ name }) => name), ...this.fields.keys()]);
    for (const name of names) {
      const parent = this.#factsOf(name)?.parent ?? null;
      if (parent === null) continue;
      const siblings = children.get(parent);
      if (siblings === undefined) children.set(parent, [name]);
      else siblings.push(name);
    }
    return children;
  }

  #checkShape(row: FieldRow, children: ReadonlyMap<string, readonly string[]>): void {
    const own = (children.get(row.name) ?? []).filter((child) => !this.#misplaced.has(child));
    if (own.length > 0 && row.parent !== null) this.#report(row, 'parent', `${row.name} has children, so it cannot be a child`);
    if (own.length > 0 && row.controlledVocabulary) {
      this.#report(row, 'controlledVocabulary', `${row.name} has children, so it takes no vocabulary values`);
    }
    if (own.length === 0 && row.type === 'NONE') this.#report(row, 'type', `${row.name} has no children, so its type cannot be none`);
    const parentBlock = row.parent === null ? undefined : this.#factsOf(row.parent)?.block;
    if (parentBlock !== undefined && parentBlock !== row.block) {
      this.#report(row, 'block', `${row.name} is a child of ${String(row.parent)}, which is in the block ${parentBlock}`);
    }
    const strangers = own.filter((child) => !this.fields.has(child) && this.#factsOf(child)?.block !== row.block);
    if (strangers.length > 0) this.#report(row, 'block', `its children ${strangers.join(', ')} are in another block`);
  }

  /** Lists what would not fit the values that versions hold of an installed field. */
  #compare(installed: FieldDefinition, children: ReadonlyMap<string, readonly string[]>): void {
    const { name } = installed;
    const own = children.get(name) ?? [];
    const row = this.fields.get(name);
    const facts = row ?? this.#factsOf(name);
    const typeClass: TypeClass = facts?.controlledVocabulary === true ? 'controlledVocabulary' : own.length > 0 ? 'compound' : 'primitive';
    const risk = (problem: StoredDataRisk['problem']): number => this.risks.push({ field: name, value: null, problem });
    if (typeClass !== installed.typeClass) {
      const rule = `versions hold values of ${name} as ${installed.typeClass}, so it cannot become ${typeClass}`;
      const [child] = [...this.fields.values()].filter(({ name: changed, parent }) => parent === name || this.#wasChildOf(changed, name));
      if (row !== undefined) risk(row.fault('type', rule));
      else if (child !== undefined) risk(child.fault('parent', rule));
    }
    if (row === undefined) return;
    const held = `versions hold values of ${name}, so it cannot`;
    if (row.multiple !== installed.multiple) risk(row.fault('multiple', `${held} become ${row.multiple ? 'repeatable' : 'single'}`));
    if (row.parent !== installed.parent) risk(row.fault('parent', `${held} move to ${row.parent ?? 'the top level'}`));
    if (row.block !== installed.block) risk(row.fault('block', `${held} move from the block ${installed.block}`));
    if (row.type !== installed.type && FORMED_TYPES.includes(row.type) && typeClass === 'primitive') {
      risk(row.fault('type', `${held} become ${row.type.toLowerCase()}`));
    }
  }

  #wasChildOf(name: string, parent: string): boolean {
    return this.#catalog.findField(name)?.parent === parent;
  }
}
