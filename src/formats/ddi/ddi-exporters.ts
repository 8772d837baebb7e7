/** DDI Codebook 2.5, with and without tables and variables. Source: exports.md 3. */
import { textsOf } from '../../model/metadata/metadata-values.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import type { Exporter } from '../exports/exporter.ts';
import type { ExportedFile } from '../exports/exported-variable.ts';
import { element, leaf, leaves, xmlAround, type XmlElement, xmlText } from '../xml/xml-element.ts';
import { otherMaterial, studyAccess } from './study-access.ts';
import { documentDescription, studyCitation } from './study-citation.ts';
import { studyInformation, studyMethod } from './study-information.ts';
import { tableXml } from './table-xml.ts';
import { groupXml, variableXml } from './variable-xml.ts';

const NAMESPACE = 'ddi:codebook:2_5';
const SCHEMA = 'https://ddialliance.org/Specification/DDI-Codebook/2.5/XMLSchema/codebook.xsd';

function studyDescription(snapshot: ExportSnapshot): XmlElement {
  return element(
    'stdyDscr',
    {},
    studyCitation(snapshot),
    studyInformation(snapshot),
    studyMethod(snapshot),
    studyAccess(snapshot),
    otherMaterial(snapshot),
    leaves('notes', textsOf(snapshot.metadata, 'datasetLevelErrorNotes').slice(0, 1)),
  );
}

function accessUrl({ site }: ExportSnapshot, { dataFile }: ExportedFile): string {
  return `${site.url}/api/access/datafile/${dataFile.databaseId}`;
}

function fileXml({ label, dataFile }: ExportedFile, url: string, text: string | null): XmlElement {
  return element(
    'otherMat',
    { ID: `f${dataFile.databaseId}`, URI: url, level: 'datafile' },
    leaf('labl', label),
    leaf('txt', text),
    leaf('notes', dataFile.contentType, { level: 'file', type: 'DATAVERSE:CONTENTTYPE', subject: 'Content/MIME Type' }),
  );
}

async function* codeBook(snapshot: ExportSnapshot, files: () => AsyncIterable<string>): AsyncGenerator<string> {
  const { start, end } = xmlAround('codeBook', {
    xmlns: NAMESPACE,
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': `${NAMESPACE} ${SCHEMA}`,
    version: '2.5',
    'xml:lang': snapshot.dataset.metadataLanguage ?? undefined,
  });
  yield `${start}${xmlText(documentDescription(snapshot))}${xmlText(studyDescription(snapshot))}`;
  yield* files();
  yield end;
}

/** A container without content is left out. */
async function* describedVariables(snapshot: ExportSnapshot, edited: readonly ExportedFile[]): AsyncGenerator<string> {
  const { start, end } = xmlAround('dataDscr', {});
  const groups = await snapshot.variableGroups(edited);
  let begun = groups.length > 0;
  if (begun) yield `${start}${groups.map((group) => xmlText(groupXml(group))).join('')}`;
  for await (const { file, variable } of snapshot.variables()) {
    if (!begun) yield start;
    begun = true;
    yield xmlText(variableXml(file.dataFile.databaseId, variable, 'Dataverse:UNF'));
  }
  if (begun) yield end;
}

/** Tables and their variables come before all other files. */
async function* describedFiles(snapshot: ExportSnapshot): AsyncGenerator<string> {
  const edited: ExportedFile[] = [];
  for await (const file of snapshot.files()) {
    if (!file.dataFile.tabularData) continue;
    if (typeof file.variableEditsId === 'number') edited.push(file);
    yield xmlText(tableXml(file, accessUrl(snapshot, file)));
  }
  yield* describedVariables(snapshot, edited);
  for await (const file of snapshot.files()) {
    if (!file.dataFile.tabularData) yield xmlText(fileXml(file, accessUrl(snapshot, file), file.description));
  }
}

async function* namedFiles(snapshot: ExportSnapshot): AsyncGenerator<string> {
  for await (const file of snapshot.files()) {
    yield xmlText(fileXml(file, file.dataFile.persistentUrl ?? accessUrl(snapshot, file), file.description ?? ''));
  }
}

const common = {
  displayName: 'DDI Codebook v2',
  mediaType: 'application/xml',
  xml: { namespace: NAMESPACE, schemaLocation: SCHEMA, schemaVersion: '2.5' },
} as const;

export const ddiExporter: Exporter = {
  ...common,
  name: 'ddi',
  isHarvestable: false,
  isVisibleInUserInterface: true,
  write: (snapshot) => codeBook(snapshot, () => describedFiles(snapshot)),
};

export const oaiDdiExporter: Exporter = {
  ...common,
  name: 'oai_ddi',
  isHarvestable: true,
  isVisibleInUserInterface: false,
  write: (snapshot) => codeBook(snapshot, () => namedFiles(snapshot)),
};
