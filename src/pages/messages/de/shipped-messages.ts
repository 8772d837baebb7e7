/** Wörter der mitgelieferten Metadatenblöcke, der Facetten und Dateitypen. Was eine Installation selbst anders nennt, bleibt, wie sie es nennt. */
import { shippedBlocks, shippedFields } from '../../../generated/shipped-words.ts';
import type { Messages } from '../en/english.ts';
import { citationFields } from './shipped/citation-fields.ts';
import { facetNames, facetValues } from './shipped/facets.ts';
import { fileTypes } from './shipped/file-types.ts';
import { lifeScienceValues } from './shipped/life-science-values.ts';
import { placeNamed } from './shipped/named-places.ts';
import { otherFields } from './shipped/other-fields.ts';
import { refusals } from './shipped/refusals.ts';
import { values } from './shipped/values.ts';

const blocks: Readonly<Record<keyof typeof shippedBlocks, string>> = {
  citation: 'Metadaten zur Zitation',
  geospatial: 'Geografische Metadaten',
  socialscience: 'Metadaten der Sozial- und Geisteswissenschaften',
  astrophysics: 'Metadaten der Astronomie und Astrophysik',
  biomedical: 'Metadaten der Lebenswissenschaften',
  journal: 'Metadaten der Zeitschrift',
  '3dobjects': 'Metadaten zu 3D-Objekten',
  computationalworkflow: 'Metadaten zu rechnergestützten Workflows',
};

interface FieldWords {
  readonly title: string;
  readonly displayName: string;
  readonly hint: string;
  readonly parent: string | null;
}

type German = readonly [title: string, hint?: string];

/** Alle Felder; der Typ verlangt jedes mitgelieferte, und kein anderes. */
const fields: Readonly<Record<keyof typeof shippedFields, German>> = { ...citationFields, ...otherFields };

const shipped = new Map<string, FieldWords>(Object.entries(shippedFields));
const german = new Map<string, German>(Object.entries(fields));
const germanBlocks = new Map<string, string>(Object.entries(blocks));
const englishBlocks = new Map<string, string>(Object.entries(shippedBlocks));
const sentences = new Map<string, string>(Object.entries(refusals));
const germanValues = new Map(
  Object.entries({ ...values, ...lifeScienceValues, ...facetValues }).map(([field, words]) => [field, new Map(Object.entries(words))]),
);
const names = new Map(Object.entries(facetNames));
const types = new Map(Object.entries(fileTypes));
const byAlphabet = new Intl.Collator('de').compare;

function valueOf(field: string, english: string): string {
  return germanValues.get(field)?.get(english) ?? placeNamed(field, english) ?? english;
}

/** Das Feld einer Facette: `subject` von `subject_ss`. */
function fieldOf(facet: string): string {
  return facet.replace(/_ss?$/u, '');
}

function fieldAlone(name: string, english: string): string {
  const field = shipped.get(name);
  const title = german.get(name)?.[0];
  if (field === undefined || title === undefined || field.displayName !== english) return english;
  const above = field.parent === null ? undefined : german.get(field.parent)?.[0];
  return above === undefined || field.displayName === field.title ? title : `${above}: ${title}`;
}

export function shippedMessages(): Messages['shipped'] {
  return {
    block: (name, english) => (englishBlocks.get(name) === english ? (germanBlocks.get(name) ?? english) : english),
    field: (name, english) => (shipped.get(name)?.title === english ? (german.get(name)?.[0] ?? english) : english),
    fieldAlone,
    hint: (name, english) => (shipped.get(name)?.hint === english ? (german.get(name)?.[1] ?? english) : english),
    value: valueOf,
    // Languages and countries are looked up by their names: those that have a German one come first, by its letters.
    inOrder: (field, words) => {
      if (field !== 'country' && field !== 'language') return words;
      const { named = [], others = [] } = Object.groupBy(words, (word) => (placeNamed(field, word) === undefined ? 'others' : 'named'));
      const also = others.filter((word) => valueOf(field, word) !== word);
      const ordered = [...named, ...also].map((word) => [valueOf(field, word), word] as const).toSorted(([a], [b]) => byAlphabet(a, b));
      return [...ordered.map(([, word]) => word), ...others.filter((word) => valueOf(field, word) === word)];
    },
    fileType: (english) => types.get(english) ?? english,
    refusal: (code, english) => {
      const sentence = sentences.get(code) ?? english;
      return sentence.endsWith(':') ? `${sentence} ${english}` : sentence;
    },
    facet: (name, english) => names.get(name) ?? fieldAlone(fieldOf(name), english),
    facetValue: (facet, english) => (germanValues.has(facet) ? valueOf(facet, english) : valueOf(fieldOf(facet), english)),
  };
}
