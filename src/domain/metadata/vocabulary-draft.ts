import type { FieldDefinition } from '../../model/metadata/block-definition.ts';
import type { ValueRow } from './definition-row.ts';
import type { ProblemList } from '../../errors/problem-list.ts';
import type { StoredDataRisk } from './stored-data-risk.ts';

/** A value as it will be stored. */
export interface DraftValue {
  /** Null for a new one. */
  readonly id: number | null;
  readonly field: string;
  value: string;
  identifier: string | null;
  displayOrder: number;
  alternates: readonly string[];
}

interface Entry extends DraftValue {
  /** What it was called before; null for a new one. */
  readonly before: string | null;
  row: ValueRow | null;
}

/** The vocabulary of one field while rows are put in, one after the other. */
export class VocabularyDraft {
  readonly #entries: Entry[] = [];
  readonly #byIdentifier = new Map<string, Entry>();
  readonly #byValue = new Map<string, Entry>();
  readonly #byAlternate = new Map<string, Entry>();

  /** Begins with what is stored; `installed` is undefined for a new field. */
  constructor(installed: FieldDefinition | undefined) {
    for (const { id, value, identifier, displayOrder, alternates } of installed?.vocabulary ?? []) {
      const entry = { id, field: installed?.name ?? '', value, identifier, displayOrder, alternates, before: value, row: null };
      this.#entries.push(entry);
      this.#index(entry);
    }
  }

  /**
   * Updates the value that a row means, else adds one: the stored one of the same identifier, else the one of the same
   * text, else a stored one that knows the text as an alternate, unless the two identifiers say that they are different
   * things. Source: blocks.md 11.
   */
  put(row: ValueRow): void {
    const { field, value, identifier, displayOrder, alternates } = row;
    const same = identifier === null ? undefined : this.#byIdentifier.get(identifier);
    const alternate = this.#byAlternate.get(value);
    const found =
      (same?.row === null ? same : undefined) ??
      this.#byValue.get(value) ??
      (alternate?.row === null && (identifier === null || alternate.identifier === null) ? alternate : undefined);
    if (found === undefined) {
      const entry = { id: null, field, value, identifier, displayOrder, alternates, before: null, row };
      this.#entries.push(entry);
      this.#index(entry);
      return;
    }
    this.#forget(found);
    // A row without an identifier says nothing about it.
    Object.assign(found, { value, identifier: identifier ?? found.identifier, displayOrder, alternates, row });
    this.#index(found);
  }

  /** Reports values of equal text or identifier, which a renaming can lead to; lists what would take a stored spelling away. */
  check(problems: ProblemList, risks: StoredDataRisk[]): void {
    for (const key of ['value', 'identifier'] as const) {
      const owners = new Map<string, Entry>();
      for (const entry of this.#entries) {
        const text = entry[key];
        if (text === null) continue;
        const other = owners.get(text);
        owners.set(text, entry);
        const row = entry.row ?? other?.row ?? null;
        if (other === undefined || row === null) continue;
        const fault = row.fault(key, `${entry.field} would have two values for ${text} here`);
        problems.add(fault.pointer, fault.message);
      }
    }
    for (const { field, before, value, alternates, row } of this.#entries) {
      if (before === null || row === null || before === value || alternates.includes(before)) continue;
      const rule = `renames ${before}, which versions hold; keep it among the alternates, so that those versions stay valid`;
      risks.push({ field, value: before, problem: row.fault('value', rule) });
    }
  }

  /** What rows have changed or added: stored values first, then new ones in the order of their rows. */
  changed(): readonly DraftValue[] {
    return this.#entries.filter(({ row }) => row !== null);
  }

  #index(entry: Entry): void {
    if (entry.identifier !== null) this.#byIdentifier.set(entry.identifier, entry);
    this.#byValue.set(entry.value, entry);
    for (const alternate of entry.alternates) this.#byAlternate.set(alternate, entry);
  }

  #forget(entry: Entry): void {
    const drop = (index: Map<string, Entry>, key: string): void => {
      if (index.get(key) === entry) index.delete(key);
    };
    if (entry.identifier !== null) drop(this.#byIdentifier, entry.identifier);
    drop(this.#byValue, entry.value);
    for (const alternate of entry.alternates) drop(this.#byAlternate, alternate);
  }
}
