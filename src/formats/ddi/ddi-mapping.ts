/**
 * Which elements below `stdyDscr` of DDI Codebook 2.5 become which metadata fields: the inverse of the export to DDI. A source is a
 * path of elements; `@name` at its end is an attribute, `.` the element itself, and `|` separates what is tried in turn.
 * Source: datasets.md 4.4, exports.md 3; DDI Codebook 2.5.
 */

/** Fields with texts of their own, by name. */
export const PRIMITIVE_SOURCES: Readonly<Record<string, string>> = {
  title: 'citation/titlStmt/titl',
  subtitle: 'citation/titlStmt/subTitl',
  alternativeTitle: 'citation/titlStmt/altTitl',
  productionDate: 'citation/prodStmt/prodDate/@date|citation/prodStmt/prodDate',
  productionPlace: 'citation/prodStmt/prodPlac',
  depositor: 'citation/distStmt/depositr',
  dateOfDeposit: 'citation/distStmt/depDate/@date|citation/distStmt/depDate',
  distributionDate: 'citation/distStmt/distDate/@date|citation/distStmt/distDate',
  geographicUnit: 'stdyInfo/sumDscr/geogUnit',
  unitOfAnalysis: 'stdyInfo/sumDscr/anlyUnit',
  universe: 'stdyInfo/sumDscr/universe',
  kindOfData: 'stdyInfo/sumDscr/dataKind',
  dataCollector: 'method/dataColl/dataCollector',
  collectorTraining: 'method/dataColl/collectorTraining',
  frequencyOfDataCollection: 'method/dataColl/frequenc',
  samplingProcedure: 'method/dataColl/sampProc',
  deviationsFromSampleDesign: 'method/dataColl/deviat',
  collectionMode: 'method/dataColl/collMode',
  researchInstrument: 'method/dataColl/resInstru',
  dataSources: 'method/dataColl/sources/dataSrc',
  originOfSources: 'method/dataColl/sources/srcOrig',
  characteristicOfSources: 'method/dataColl/sources/srcChar',
  accessToSources: 'method/dataColl/sources/srcDocu',
  dataCollectionSituation: 'method/dataColl/collSitu',
  actionsToMinimizeLoss: 'method/dataColl/actMin',
  controlOperations: 'method/dataColl/ConOps',
  weighting: 'method/dataColl/weight',
  cleaningOperations: 'method/dataColl/cleanOps',
  responseRate: 'method/anlyInfo/respRate',
  samplingErrorEstimates: 'method/anlyInfo/EstSmpErr',
  otherDataAppraisal: 'method/anlyInfo/dataAppr',
  relatedMaterial: 'othrStdyMat/relMat',
  relatedDatasets: 'othrStdyMat/relStdy',
  otherReferences: 'othrStdyMat/othRefs',
  datasetLevelErrorNotes: 'notes',
};

/** Notes of a study that belong to no part of it which has notes of its own; all of them are one text. */
export const NOTES_SOURCES: readonly string[] = ['citation/notes', 'stdyInfo/notes'];

/** A compound field: where each of its repetitions lies, and from there its children. */
export interface CompoundSource {
  readonly field: string;
  readonly path: string;
  readonly children: Readonly<Record<string, string>>;
}

/** Compound fields whose repetitions are one element each. */
export const COMPOUND_SOURCES: readonly CompoundSource[] = [
  {
    field: 'author',
    path: 'citation/rspStmt/AuthEnty',
    children: { authorName: '.', authorAffiliation: '@affiliation' },
  },
  {
    field: 'contributor',
    path: 'citation/rspStmt/othId',
    children: { contributorType: '@role|@type', contributorName: '.' },
  },
  { field: 'software', path: 'citation/prodStmt/software', children: { softwareName: '.', softwareVersion: '@version' } },
  { field: 'grantNumber', path: 'citation/prodStmt/grantNo', children: { grantNumberAgency: '@agency', grantNumberValue: '.' } },
  {
    field: 'datasetContact',
    path: 'citation/distStmt/contact',
    children: { datasetContactName: '.', datasetContactAffiliation: '@affiliation', datasetContactEmail: '@email' },
  },
  { field: 'series', path: 'citation/serStmt', children: { seriesName: 'serName', seriesInformation: 'serInfo' } },
  {
    field: 'topicClassification',
    path: 'stdyInfo/subject/topcClas',
    children: { topicClassValue: '.', topicClassVocab: '@vocab', topicClassVocabURI: '@vocabURI' },
  },
  { field: 'dsDescription', path: 'stdyInfo/abstract', children: { dsDescriptionValue: '.', dsDescriptionDate: '@date' } },
  {
    field: 'geographicBoundingBox',
    path: 'stdyInfo/sumDscr/geoBndBox',
    children: { westLongitude: 'westBL', eastLongitude: 'eastBL', northLatitude: 'northBL', southLatitude: 'southBL' },
  },
  {
    field: 'targetSampleSize',
    path: 'method/dataColl/targetSampleSize',
    children: { targetSampleActualSize: 'sampleSize', targetSampleSizeFormula: 'sampleSizeFormula' },
  },
  {
    field: 'socialScienceNotes',
    path: 'method/notes',
    children: { socialScienceNotesType: '@type', socialScienceNotesSubject: '@subject', socialScienceNotesText: '.' },
  },
  {
    field: 'publication',
    path: 'othrStdyMat/relPubl',
    children: {
      publicationCitation: 'citation/biblCit|citation/titlStmt/titl|.',
      publicationIDType: 'citation/titlStmt/IDNo/@agency',
      publicationIDNumber: 'citation/titlStmt/IDNo',
      publicationURL: 'ExtLink/@URI|citation/holdings/@URI',
    },
  },
];

/** Terms of a version by their keys in native JSON. */
export const TERMS_SOURCES: Readonly<Record<string, string>> = {
  dataAccessPlace: 'dataAccs/setAvail/accsPlac',
  originalArchive: 'dataAccs/setAvail/origArch',
  availabilityStatus: 'dataAccs/setAvail/avlStatus',
  sizeOfCollection: 'dataAccs/setAvail/collSize',
  studyCompletion: 'dataAccs/setAvail/complete',
  confidentialityDeclaration: 'dataAccs/useStmt/confDec',
  specialPermissions: 'dataAccs/useStmt/specPerm',
  restrictions: 'dataAccs/useStmt/restrctn',
  contactForAccess: 'dataAccs/useStmt/contact',
  citationRequirements: 'dataAccs/useStmt/citReq',
  depositorRequirements: 'dataAccs/useStmt/deposReq',
  conditions: 'dataAccs/useStmt/conditions',
  disclaimer: 'dataAccs/useStmt/disclaimer',
};
