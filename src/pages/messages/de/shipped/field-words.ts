/** Die Felder der mitgelieferten Metadatenblöcke, wie sie auf Deutsch heißen. */
import { shippedFields } from '../../../../generated/shipped-words.ts';
import { citationFields } from './citation-fields.ts';
import { otherFields } from './other-fields.ts';

interface FieldWords {
  readonly title: string;
  readonly displayName: string;
  readonly hint: string;
  readonly parent: string | null;
}

type German = readonly [title: string, hint?: string];

/** Alle Felder; der Typ verlangt jedes mitgelieferte, und kein anderes. */
const fields: Readonly<Record<keyof typeof shippedFields, German>> = { ...citationFields, ...otherFields };

/** Wie sie ausgeliefert werden. */
export const shipped = new Map<string, FieldWords>(Object.entries(shippedFields));
/** Wie sie hier heißen. */
export const german = new Map<string, German>(Object.entries(fields));
/** Ein Feld außerhalb seines Verbundes: `Autor: Name`. Was die Installation selbst anders nennt, bleibt, wie sie es nennt. */
export function fieldAlone(name: string, english: string): string {
  const field = shipped.get(name);
  const title = german.get(name)?.[0];
  if (field === undefined || title === undefined || field.displayName !== english) return english;
  const above = field.parent === null ? undefined : german.get(field.parent)?.[0];
  return above === undefined || field.displayName === field.title ? title : `${above}: ${title}`;
}
