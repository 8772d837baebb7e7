/** Turns DCMI terms of a deposit into native JSON. Source: the guide to the deposit interface of Dataverse, its table of terms. */
import { DomainError, type Problem } from '../../errors/domain-error.ts';
import { field, type NativeField, repeated } from './native-field.ts';
import type { EntryTerms, Term } from './read-entry.ts';

/** What a deposit does not say itself. */
export interface DepositFacts {
  /** The subjects that the installation knows; others become keywords. */
  readonly subjects: readonly string[];
  /** Address of the depositor, who is the contact where the entry names none. */
  readonly contact: { readonly name: string; readonly email: string };
  /** Name of the licence that is meant where neither a licence nor terms are given; absent where there is none. */
  readonly defaultLicense: string | undefined;
  /** Who deposited, and the day. */
  readonly depositor: string;
  readonly dateOfDeposit: string;
}

/** Terms that say one thing alone. */
const ONCE: readonly string[] = ['title', 'date', 'license', 'rights'];

/** A term's texts, blank ones left out. */
function textsOf(terms: EntryTerms, name: string): string[] {
  return (terms.get(name) ?? []).map(({ text }) => text).filter((text) => text !== '');
}

function faultsOf(terms: EntryTerms): Problem[] {
  const twice = ONCE.filter((name) => (terms.get(name) ?? []).length > 1);
  const problems = twice.map((name) => ({ pointer: `/dcterms:${name}`, message: 'must be given once' }));
  const both = textsOf(terms, 'license').length > 0 && textsOf(terms, 'rights').length > 0;
  return both ? [...problems, { pointer: '/dcterms:rights', message: 'must be absent or empty beside dcterms:license' }] : problems;
}

/** A compound of one child for each of some texts. */
function oneChild(name: string, child: string, texts: readonly string[]): NativeField[] {
  return repeated(
    name,
    texts.map((text) => ({ [child]: text })),
  );
}

function isContact({ attributes }: Term): boolean {
  return attributes.get('type')?.toLowerCase() === 'contact';
}

function people(terms: EntryTerms, { contact }: DepositFacts): NativeField[] {
  const contributors = terms.get('contributor') ?? [];
  const contacts = contributors.filter(isContact).map(({ text }) => ({ datasetContactEmail: text }));
  const given = contacts.length > 0 ? contacts : [{ datasetContactName: contact.name, datasetContactEmail: contact.email }];
  const authors = (terms.get('creator') ?? []).map(({ text, attributes }) => ({
    authorName: text,
    authorAffiliation: attributes.get('affiliation'),
  }));
  const others = contributors
    .filter((term) => !isContact(term))
    .map(({ text, attributes }) => ({ contributorType: attributes.get('type'), contributorName: text }));
  return [
    ...repeated('author', authors),
    ...repeated('datasetContact', given),
    ...repeated('contributor', others, ['contributorType']),
    ...oneChild('producer', 'producerName', textsOf(terms, 'publisher')),
  ];
}

function publications(terms: EntryTerms): NativeField[] {
  const works = (terms.get('isReferencedBy') ?? []).map(({ text, attributes }) => ({
    publicationCitation: text,
    // The vocabulary has them in lower case, entries as they please.
    publicationIDType: attributes.get('agency')?.toLowerCase(),
    publicationIDNumber: attributes.get('IDNo'),
    publicationURL: attributes.get('holdingsURI'),
  }));
  return repeated('publication', works, ['publicationIDType']);
}

/** What stands where no subject is given, as far as the vocabulary has it. */
const NO_SUBJECT: readonly string[] = ['N/A', 'Other'];

function topics(terms: EntryTerms, { subjects }: DepositFacts): NativeField[] {
  const said = textsOf(terms, 'subject');
  const known = said.filter((text) => subjects.includes(text));
  const chosen = known.length > 0 ? known : NO_SUBJECT.filter((text) => subjects.includes(text)).slice(0, 1);
  return [
    ...(chosen.length === 0 ? [] : [field('subject', 'controlledVocabulary', chosen)]),
    ...oneChild(
      'keyword',
      'keywordValue',
      said.filter((text) => !subjects.includes(text)),
    ),
  ];
}

/** Terms that are fields of texts, by the name of the field. */
const TEXTS: readonly (readonly [term: string, field: string])[] = [
  ['type', 'kindOfData'],
  ['source', 'dataSources'],
  ['relation', 'relatedMaterial'],
];

function plain(terms: EntryTerms): NativeField[] {
  const languages = textsOf(terms, 'language');
  return [
    ...TEXTS.flatMap(([term, name]) => (textsOf(terms, term).length === 0 ? [] : [field(name, 'primitive', textsOf(terms, term))])),
    ...(languages.length === 0 ? [] : [field('language', 'controlledVocabulary', languages)]),
    ...oneChild('dsDescription', 'dsDescriptionValue', [...textsOf(terms, 'description'), ...textsOf(terms, 'abstract')]),
    ...oneChild('otherId', 'otherIdValue', textsOf(terms, 'identifier')),
  ];
}

function single(terms: EntryTerms, facts: DepositFacts): NativeField[] {
  const values = {
    title: textsOf(terms, 'title')[0],
    productionDate: textsOf(terms, 'date')[0],
    depositor: facts.depositor,
    dateOfDeposit: facts.dateOfDeposit,
  };
  return Object.entries(values).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [field(name, 'primitive', value)]));
}

/** Custom terms count where they are given; empty ones ask for none of the two. */
function termsOf(terms: EntryTerms, { defaultLicense }: DepositFacts): Readonly<Record<string, string>> {
  const [license] = textsOf(terms, 'license');
  const [rights] = textsOf(terms, 'rights');
  if (license !== undefined) return { license };
  if (rights !== undefined) return { termsOfUse: rights };
  return terms.has('rights') || defaultLicense === undefined ? {} : { license: defaultLicense };
}

/**
 * The object under `datasetVersion` of native JSON; everything that an entry cannot express is absent in it. Terms without a field are left out.
 * @throws DomainError BAD_USER_INPUT for a term that comes twice and says one thing alone, and for a licence beside terms of use
 */
export function describeEntry(terms: EntryTerms, facts: DepositFacts): Readonly<Record<string, unknown>> {
  const problems = faultsOf(terms);
  if (problems.length > 0) throw new DomainError('BAD_USER_INPUT', 'The entry contradicts itself.', { problems });
  const citation = [...single(terms, facts), ...people(terms, facts), ...topics(terms, facts), ...plain(terms), ...publications(terms)];
  const places = oneChild('geographicCoverage', 'otherGeographicCoverage', textsOf(terms, 'coverage'));
  return {
    ...termsOf(terms, facts),
    metadataBlocks: { citation: { fields: citation }, ...(places.length === 0 ? {} : { geospatial: { fields: places } }) },
  };
}

/** Terms that are read beside `ONCE` and `TEXTS`. */
const OTHERS: readonly string[] = [
  'creator',
  'contributor',
  'publisher',
  'isReferencedBy',
  'subject',
  'language',
  'description',
  'abstract',
  'identifier',
  'coverage',
];

/** Terms that a deposit does not keep, for the depositor to know. */
export function leftOutOf(terms: EntryTerms): string[] {
  const kept = new Set([...ONCE, ...TEXTS.map(([term]) => term), ...OTHERS]);
  return [...terms.keys()].filter((name) => !kept.has(name));
}
