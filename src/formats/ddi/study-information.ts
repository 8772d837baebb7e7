/** `stdyInfo` and `method` of DDI Codebook 2.5. Source: exports.md 3.3, 3.4. */
import { childText, compoundsOf, textOf, textsOf } from '../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import { element, leaf, leaves, type XmlElement } from '../xml/xml-element.ts';
import { compoundLeaves } from './study-citation.ts';

/** Start and end of each range, numbered. */
function ranges(metadata: VersionMetadata, field: string, name: string): XmlElement[] {
  return compoundsOf(metadata, field).flatMap((range, index) =>
    (['start', 'end'] as const).flatMap((event) => {
      const date = childText(range, `${field}${event === 'start' ? 'Start' : 'End'}`);
      return date === undefined ? [] : element(name, { cycle: `P${index + 1}`, event, date }, date);
    }),
  );
}

/** The first box; the standard has no more than one. */
function boundingBox(metadata: VersionMetadata): XmlElement | undefined {
  const [box] = compoundsOf(metadata, 'geographicBoundingBox');
  if (box === undefined) return undefined;
  return element(
    'geoBndBox',
    {},
    leaf('westBL', childText(box, 'westLongitude')),
    leaf('eastBL', childText(box, 'eastLongitude')),
    leaf('southBL', childText(box, 'southLatitude')),
    leaf('northBL', childText(box, 'northLatitude')),
  );
}

function places(metadata: VersionMetadata): readonly XmlElement[] {
  const coverage = compoundsOf(metadata, 'geographicCoverage');
  const ofChildren = (name: string, children: readonly string[]) =>
    coverage.flatMap((one) =>
      leaves(
        name,
        children.flatMap((child) => childText(one, child) ?? []),
      ),
    );
  return [...ofChildren('nation', ['country']), ...ofChildren('geogCover', ['state', 'city', 'otherGeographicCoverage'])];
}

function subjects({ metadata, dataset }: ExportSnapshot): XmlElement {
  const lang = dataset.metadataLanguage;
  // There are no translations of a vocabulary: the second language has the English value, too.
  const languages = lang === null ? ['en'] : ['en', lang];
  return element(
    'subject',
    {},
    textsOf(metadata, 'subject').flatMap((subject) => languages.map((one) => element('keyword', { 'xml:lang': one }, subject))),
    compoundLeaves(metadata, 'keyword', 'keyword', 'keywordValue', { vocab: 'keywordVocabulary', vocabURI: 'keywordVocabularyURI' }),
    compoundLeaves(metadata, 'topicClassification', 'topcClas', 'topicClassValue', {
      vocab: 'topicClassVocab',
      vocabURI: 'topicClassVocabURI',
    }),
  );
}

/** What the study is about. */
export function studyInformation(snapshot: ExportSnapshot): XmlElement {
  const { metadata, dataset } = snapshot;
  const lang = { 'xml:lang': dataset.metadataLanguage ?? undefined };
  return element(
    'stdyInfo',
    {},
    subjects(snapshot),
    compoundLeaves(metadata, 'dsDescription', 'abstract', 'dsDescriptionValue', { date: 'dsDescriptionDate' }).map((one) => ({
      ...one,
      attributes: { ...one.attributes, ...lang },
    })),
    element(
      'sumDscr',
      {},
      ranges(metadata, 'timePeriodCovered', 'timePrd'),
      ranges(metadata, 'dateOfCollection', 'collDate'),
      places(metadata),
      leaves('geogUnit', textsOf(metadata, 'geographicUnit')),
      boundingBox(metadata),
      leaves('anlyUnit', textsOf(metadata, 'unitOfAnalysis')),
      leaves('universe', textsOf(metadata, 'universe'), lang),
      leaves('dataKind', textsOf(metadata, 'kindOfData'), lang),
    ),
    leaf('notes', textOf(metadata, 'notesText')),
  );
}

function sampleSize(metadata: VersionMetadata): XmlElement | undefined {
  const [size] = compoundsOf(metadata, 'targetSampleSize');
  if (size === undefined) return undefined;
  return element(
    'targetSampleSize',
    {},
    leaf('sampleSize', childText(size, 'targetSampleActualSize')),
    leaf('sampleSizeFormula', childText(size, 'targetSampleSizeFormula')),
  );
}

/** How the data was collected. */
export function studyMethod({ metadata }: ExportSnapshot): XmlElement {
  const text = (name: string, field: string) => leaf(name, textOf(metadata, field));
  return element(
    'method',
    {},
    element(
      'dataColl',
      {},
      text('timeMeth', 'timeMethod'),
      text('dataCollector', 'dataCollector'),
      text('collectorTraining', 'collectorTraining'),
      text('frequenc', 'frequencyOfDataCollection'),
      text('sampProc', 'samplingProcedure'),
      sampleSize(metadata),
      text('deviat', 'deviationsFromSampleDesign'),
      leaves('collMode', textsOf(metadata, 'collectionMode')),
      text('resInstru', 'researchInstrument'),
      element(
        'sources',
        {},
        leaves('dataSrc', textsOf(metadata, 'dataSources')),
        text('srcOrig', 'originOfSources'),
        text('srcChar', 'characteristicOfSources'),
        text('srcDocu', 'accessToSources'),
      ),
      text('collSitu', 'dataCollectionSituation'),
      text('actMin', 'actionsToMinimizeLoss'),
      text('ConOps', 'controlOperations'),
      text('weight', 'weighting'),
      text('cleanOps', 'cleaningOperations'),
    ),
    compoundLeaves(metadata, 'socialScienceNotes', 'notes', 'socialScienceNotesText', {
      type: 'socialScienceNotesType',
      subject: 'socialScienceNotesSubject',
    }),
    element(
      'anlyInfo',
      {},
      text('respRate', 'responseRate'),
      text('EstSmpErr', 'samplingErrorEstimates'),
      text('dataAppr', 'otherDataAppraisal'),
    ),
  );
}
