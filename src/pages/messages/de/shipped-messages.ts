/** Wörter der mitgelieferten Metadatenblöcke, der Facetten, Dateitypen und Einstellungen. Was eine Installation selbst anders nennt, bleibt, wie sie es nennt. */
import { shippedBlocks } from '../../../generated/shipped-words.ts';
import type { Problem } from '../../../errors/domain-error.ts';
import type { Told } from '../../told.ts';
import type { Messages } from '../en/english.ts';
import type { Refused } from '../en/shipped-messages.ts';
import { ruleInGerman } from './rules/german-rules.ts';
import { facetNames, facetValues } from './shipped/facets.ts';
import { fieldAlone, german, shipped } from './shipped/field-words.ts';
import { fileTypes } from './shipped/file-types.ts';
import { lifeScienceValues } from './shipped/life-science-values.ts';
import { placeNamed } from './shipped/named-places.ts';
import { refusals } from './shipped/refusals.ts';
import { settingEffects } from './shipped/setting-effects.ts';
import { settingRules } from './shipped/setting-rules.ts';
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

const germanBlocks = new Map<string, string>(Object.entries(blocks));
const englishBlocks = new Map<string, string>(Object.entries(shippedBlocks));
const sentences = new Map<string, string>(Object.entries(refusals));
const germanValues = new Map(
  Object.entries({ ...values, ...lifeScienceValues, ...facetValues }).map(([field, words]) => [field, new Map(Object.entries(words))]),
);
const names = new Map(Object.entries(facetNames));
const types = new Map(Object.entries(fileTypes));
const effects = new Map(Object.entries(settingEffects));
const rulesOfSettings = new Map(Object.entries(settingRules));
const byAlphabet = new Intl.Collator('de').compare;

function valueOf(field: string, english: string): string {
  return germanValues.get(field)?.get(english) ?? placeNamed(field, english) ?? english;
}

/** Das Feld einer Facette: `subject` von `subject_ss`. */
function fieldOf(facet: string): string {
  return facet.replace(/_ss?$/u, '');
}

/** Was die Schnittstelle in Worten sagt, für die es hier keine gibt. */
const IN_ENGLISH = 'Die Schnittstelle sagt dazu auf Englisch:';
/** So viele verletzte Regeln nennt ein Satz. */
const MOST_IN_A_SENTENCE = 10;

/** Eine Regel mit dem Namen dessen, worum es geht, wo sie es nicht selbst nennt. */
function placed({ pointer, rule }: Problem): string | undefined {
  if (rule === undefined) return undefined;
  const text = ruleInGerman(rule);
  const name = pointer.split('/').findLast((step) => /^[a-z]/i.test(step));
  return name === undefined || !/^[a-z]/u.test(text) ? text : `„${name}“ ${text}`;
}

function refusal({ code, message, problems, rule }: Refused): Told {
  const sentence = sentences.get(code);
  if (sentence === undefined) return { text: IN_ENGLISH, english: message };
  if (!sentence.endsWith(':')) return { text: sentence };
  const rules = rule === undefined ? problems.slice(0, MOST_IN_A_SENTENCE).map(placed) : [ruleInGerman(rule)];
  const known = rules.filter((text) => text !== undefined);
  if (known.length === 0 || known.length < rules.length) return { text: `${sentence.slice(0, -1)}. ${IN_ENGLISH}`, english: message };
  return { text: `${sentence} ${known.join('; ')}${problems.length > rules.length ? ' …' : '.'}` };
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
    refusal,
    refusalAbove: ({ code, ...refused }) => {
      const sentence = sentences.get(code);
      return sentence?.endsWith(':') === true ? { text: `${sentence.slice(0, -1)}.` } : refusal({ code, ...refused });
    },
    problem: (message, rule) => (rule === undefined ? { text: IN_ENGLISH, english: message } : { text: ruleInGerman(rule) }),
    settingEffect: (name, english) => effects.get(name) ?? english,
    settingRule: (english) => rulesOfSettings.get(english) ?? english,
    facet: (name, english) => names.get(name) ?? fieldAlone(fieldOf(name), english),
    facetValue: (facet, english) => (germanValues.has(facet) ? valueOf(facet, english) : valueOf(fieldOf(facet), english)),
  };
}
