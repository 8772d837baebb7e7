/** Turns a description in DDI Codebook 2.5 into native JSON. Source: datasets.md 4.4, exports.md 3. */
import { DomainError } from '../../errors/domain-error.ts';
import type { BlockCatalog } from '../../model/metadata/block-catalog.ts';
import { normalizePersistentId } from '../../model/persistent-id.ts';
import { isUrl } from '../values/url-format.ts';
import { COMPOUND_SOURCES, NOTES_SOURCES, PRIMITIVE_SOURCES, TERMS_SOURCES } from './ddi-mapping.ts';
import { markedUpTextOf } from './marked-up-text.ts';
import { type ChildTexts, NativeFields } from './native-fields.ts';
import { elementsAt, parseXml, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** The content of a description of a study. */
export interface DdiStudy {
  /** The object under `datasetVersion` of native JSON. */
  readonly datasetVersion: Readonly<Record<string, unknown>>;
  /** The DOI or handle that the study has, in scheme form; undefined when it names none. */
  readonly persistentId: string | undefined;
  /** `xml:lang` of the description. */
  readonly language: string | undefined;
}

/** Files and variables describe bytes, which an import of a description does not bring. */
const SKIPPED: ReadonlySet<string> = new Set(['fileDscr', 'dataDscr', 'otherMat']);

type ReadText = (element: XmlElement) => string;

/** The texts of one alternative of a source. */
function textsAt(from: XmlElement, source: string, read: ReadText): string[] {
  if (source === '.') return [read(from)];
  const [, path = '', attribute] = /^(.*?)\/?(?:@(.*))?$/.exec(source) ?? [];
  const elements = path === '' ? [from] : elementsAt(from, path);
  return elements.map((element) => (attribute === undefined ? read(element) : (element.attributes.get(attribute) ?? '').trim()));
}

/** The texts of the first alternative of a source that has any. */
function texts(from: XmlElement, source: string, read: ReadText = textOf): string[] {
  for (const alternative of source.split('|')) {
    const found = textsAt(from, alternative, read).filter((text) => text !== '');
    if (found.length > 0) return found;
  }
  return [];
}

const SCHEMES: Readonly<Record<string, string>> = { doi: 'doi:', handle: 'hdl:', hdl: 'hdl:', perma: 'perma:' };

function schemeOf(idNo: XmlElement): string | undefined {
  return SCHEMES[(idNo.attributes.get('agency') ?? '').toLowerCase()];
}

/** @throws DomainError BAD_USER_INPUT when the study's identifier cannot be one. */
function persistentIdOf(idNumbers: readonly XmlElement[]): string | undefined {
  for (const idNo of idNumbers) {
    const scheme = schemeOf(idNo);
    if (scheme === undefined) continue;
    const text = textOf(idNo);
    const persistentId = normalizePersistentId(text) ?? normalizePersistentId(`${scheme}${text}`);
    if (persistentId !== undefined) return persistentId;
    throw new DomainError('BAD_USER_INPUT', `The identifier ${text.slice(0, 200)} of the study in the DDI is not valid.`, {
      problems: [{ pointer: '/ddi', message: 'titlStmt/IDNo must be a valid identifier' }],
    });
  }
  return undefined;
}

/** Pairs of start and end, of elements that say by an attribute which of them they are. */
function periods(elements: readonly XmlElement[], start: string, end: string): ChildTexts[] {
  const found: Record<string, string>[] = [];
  for (const element of elements) {
    const event = element.attributes.get('event') ?? 'single';
    const date = element.attributes.get('date') ?? textOf(element);
    const last = found.at(-1);
    if (event === 'end' && last !== undefined && last[end] === undefined) last[end] = date;
    else if (event === 'end') found.push({ [end]: date });
    else found.push(event === 'single' ? { [start]: date, [end]: date } : { [start]: date });
  }
  return found;
}

/** Long texts keep their formatting; in others it would be read as part of the value. */
function readerFor(catalog: BlockCatalog, fieldName: string): ReadText {
  return catalog.findField(fieldName)?.type === 'TEXTBOX' ? markedUpTextOf : textOf;
}

function childrenOf(element: XmlElement, children: Readonly<Record<string, string>>, catalog: BlockCatalog): ChildTexts {
  const read = ([child, source]: readonly [string, string]) => texts(element, source, readerFor(catalog, child))[0];
  return Object.fromEntries(Object.entries(children).map((child) => [child[0], read(child)]));
}

/** Descriptions keep the address of a logo where the standard has a role, which others fill with a word. */
function logoOf(element: XmlElement): string | undefined {
  const role = element.attributes.get('role')?.trim() ?? '';
  return isUrl(role) ? role : undefined;
}

/** Maps values outside a vocabulary to values of it. */
function settled(field: string, child: ChildTexts, native: NativeFields): ChildTexts {
  if (field === 'contributor') {
    const type = child['contributorType'];
    return { ...child, contributorType: type === undefined ? undefined : (native.vocabularyValue('contributorType', type) ?? 'Other') };
  }
  if (field !== 'publication') return child;
  const type = child['publicationIDType'];
  if (type === undefined) return child;
  return {
    ...child,
    publicationIDType: native.vocabularyValue('publicationIDType', type) ?? native.vocabularyValue('publicationIDType', type.toLowerCase()),
  };
}

function readSubjects(study: XmlElement, native: NativeFields): void {
  const keywords: ChildTexts[] = [];
  const subjects: string[] = [];
  for (const keyword of elementsAt(study, 'stdyInfo/subject/keyword')) {
    const keywordVocabulary = keyword.attributes.get('vocab');
    const keywordVocabularyURI = keyword.attributes.get('vocabURI');
    const subject = keywordVocabulary === undefined ? native.vocabularyValue('subject', textOf(keyword)) : undefined;
    if (subject === undefined) keywords.push({ keywordValue: textOf(keyword), keywordVocabulary, keywordVocabularyURI });
    else subjects.push(subject);
  }
  native.setTexts('subject', subjects);
  native.setCompounds('keyword', keywords);
}

function readPlaces(study: XmlElement, native: NativeFields): void {
  const countries = elementsAt(study, 'stdyInfo/sumDscr/nation').map((nation): ChildTexts => {
    const country =
      native.vocabularyValue('country', textOf(nation)) ?? native.vocabularyValue('country', nation.attributes.get('abbr') ?? '');
    return country === undefined ? { otherGeographicCoverage: textOf(nation) } : { country };
  });
  const otherGeographicCoverage = texts(study, 'stdyInfo/sumDscr/geogCover').join('; ');
  native.setCompounds('geographicCoverage', [...countries, { otherGeographicCoverage }]);
}

function readFields(codeBook: XmlElement, study: XmlElement, catalog: BlockCatalog): NativeFields {
  const native = new NativeFields(catalog);
  for (const [field, source] of Object.entries(PRIMITIVE_SOURCES)) {
    native.setTexts(field, texts(study, source, readerFor(catalog, field)));
  }
  native.setTexts(
    'notesText',
    NOTES_SOURCES.flatMap((source) => texts(study, source, markedUpTextOf)),
  );
  native.setTexts('timeMethod', [texts(study, 'method/dataColl/timeMeth').join(', ')]);
  for (const { field, path, children } of COMPOUND_SOURCES) {
    native.setCompounds(
      field,
      elementsAt(study, path).map((element) => settled(field, childrenOf(element, children, catalog), native)),
    );
  }
  const producer = { producerName: '.', producerAffiliation: '@affiliation', producerAbbreviation: '@abbr', producerURL: '@URI' };
  native.setCompounds(
    'producer',
    elementsAt(study, 'citation/prodStmt/producer').map((one) => ({ ...childrenOf(one, producer, catalog), producerLogoURL: logoOf(one) })),
  );
  const distributors = elementsAt(study, 'citation/distStmt/distrbtr').filter((one) => one.attributes.get('source') !== 'archive');
  const distributor = {
    distributorName: '.',
    distributorAffiliation: '@affiliation',
    distributorAbbreviation: '@abbr',
    distributorURL: '@URI',
  };
  native.setCompounds(
    'distributor',
    distributors.map((one) => ({ ...childrenOf(one, distributor, catalog), distributorLogoURL: logoOf(one) })),
  );
  const otherIds = elementsAt(study, 'citation/titlStmt/IDNo').filter((idNo) => schemeOf(idNo) === undefined);
  const idOfFile = codeBook.attributes.get('ID');
  native.setCompounds(
    'otherId',
    otherIds.length === 0
      ? [{ otherIdValue: idOfFile }]
      : otherIds.map((idNo) => childrenOf(idNo, { otherIdAgency: '@agency', otherIdValue: '.' }, catalog)),
  );
  const summary = 'stdyInfo/sumDscr';
  native.setCompounds(
    'timePeriodCovered',
    periods(elementsAt(study, `${summary}/timePrd`), 'timePeriodCoveredStart', 'timePeriodCoveredEnd'),
  );
  native.setCompounds(
    'dateOfCollection',
    periods(elementsAt(study, `${summary}/collDate`), 'dateOfCollectionStart', 'dateOfCollectionEnd'),
  );
  readSubjects(study, native);
  readPlaces(study, native);
  return native;
}

/** Licence and terms; the text of a licence is a link to it. */
function readTerms(study: XmlElement): Readonly<Record<string, unknown>> {
  const terms: Record<string, unknown> = {};
  for (const [key, source] of Object.entries(TERMS_SOURCES)) {
    const found = texts(study, source, markedUpTextOf);
    if (found.length > 0) terms[key] = found.join('\n');
  }
  for (const note of elementsAt(study, 'dataAccs/notes')) {
    const type = note.attributes.get('type') ?? '';
    const text = textOf(note);
    const link = /^<a href="([^"]+)">(.*)<\/a>$/s.exec(text);
    if (type.endsWith(':TOA')) terms['termsOfAccess'] = text;
    else if (type.endsWith(':TOU') && link !== null) terms['license'] = { uri: link[1], name: link[2] };
    else if (type.endsWith(':TOU')) terms['termsOfUse'] = text;
  }
  return terms;
}

/**
 * Reads a description. Files and variables are skipped.
 * @throws DomainError MALFORMED_XML with line and column, or for another kind of document.
 * @throws DomainError BAD_USER_INPUT when the study's identifier is malformed.
 */
export async function readDdi(xml: string, catalog: BlockCatalog): Promise<DdiStudy> {
  // A byte order mark is not part of the text.
  const codeBook = await parseXml(xml.replace(/^\uFEFF/, ''), { root: 'codeBook', skipped: SKIPPED });
  const [study] = elementsAt(codeBook, 'stdyDscr');
  if (study === undefined) throw new DomainError('MALFORMED_XML', 'The DDI describes no study: there is no element stdyDscr.');
  const idNumbers = elementsAt(study, 'citation/titlStmt/IDNo');
  const [versionNote] = texts(codeBook, 'docDscr/citation/verStmt/notes|stdyDscr/citation/verStmt/notes');
  return {
    datasetVersion: {
      metadataBlocks: readFields(codeBook, study, catalog).toMetadataBlocks(),
      ...readTerms(study),
      ...(versionNote === undefined ? {} : { versionNote }),
    },
    persistentId: persistentIdOf(idNumbers),
    language: codeBook.attributes.get('xml:lang'),
  };
}
