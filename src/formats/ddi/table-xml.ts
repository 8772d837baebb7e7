/** A table as a file in DDI Codebook. Source: exports.md 3.6, files.md 22.2. */
import type { ExportedFile, ExportedTable } from '../exports/exported-variable.ts';
import { element, leaf, leaves, type XmlElement } from '../xml/xml-element.ts';

function sizeXml({ caseQuantity, variableQuantity }: ExportedTable): XmlElement {
  return element('dimensns', {}, leaf('caseQnty', String(caseQuantity)), leaf('varQnty', String(variableQuantity)));
}

/** A table, with what is known of it as a file. */
export function tableXml({ label, description, dataFile, table }: ExportedFile, url?: string): XmlElement {
  return element(
    'fileDscr',
    { ID: `f${dataFile.databaseId}`, URI: url },
    element('fileTxt', {}, leaf('fileName', label), table === null ? undefined : sizeXml(table), leaf('fileType', dataFile.contentType)),
    leaf('notes', dataFile.unf, { level: 'file', type: 'VDC:UNF', subject: 'Universal Numeric Fingerprint' }),
    leaves('notes', dataFile.tabularTags, { level: 'file', type: 'DATAVERSE:TAG', subject: 'Data File Tag' }),
    leaf('notes', description, { level: 'file', type: 'DATAVERSE:FILEDESC', subject: 'DataFile Description' }),
  );
}
