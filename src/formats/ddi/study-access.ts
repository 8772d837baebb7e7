/** `dataAccs` and `othrStdyMat` of DDI Codebook 2.5. Source: exports.md 3.5. */
import { childText, compoundsOf, textsOf } from '../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import { htmlText } from '../citation/text-escapes.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import { element, leaf, leaves, type XmlElement } from '../xml/xml-element.ts';

/** Licence and terms of a version. */
export function studyAccess({ version: { terms, license } }: ExportSnapshot): XmlElement {
  const ofUse = license === null ? terms : {};
  const note = (type: string, text: string | null | undefined) => leaf('notes', text, { type, level: 'dv' });
  return element(
    'dataAccs',
    {},
    element(
      'setAvail',
      {},
      leaf('accsPlac', terms.dataAccessPlace),
      leaf('origArch', terms.originalArchive),
      leaf('avlStatus', terms.availabilityStatus),
      leaf('collSize', terms.sizeOfCollection),
      leaf('complete', terms.studyCompletion),
    ),
    element(
      'useStmt',
      {},
      leaf('confDec', ofUse.confidentialityDeclaration),
      leaf('specPerm', ofUse.specialPermissions),
      leaf('restrctn', ofUse.restrictions),
      leaf('contact', terms.contactForAccess),
      leaf('citReq', ofUse.citationRequirements),
      leaf('deposReq', ofUse.depositorRequirements),
      leaf('conditions', ofUse.conditions),
      leaf('disclaimer', ofUse.disclaimer),
    ),
    note('DVN:TOU', ofUse.termsOfUse),
    note('DVN:TOA', terms.termsOfAccess),
    // The text of the note is HTML.
    license === null ? undefined : note('DVN:TOU', `<a href="${htmlText(license.uri)}">${htmlText(license.name)}</a>`),
  );
}

function publications(metadata: VersionMetadata): XmlElement[] {
  return compoundsOf(metadata, 'publication').flatMap((publication) => {
    const citation = childText(publication, 'publicationCitation');
    if (citation === undefined) return [];
    const number = leaf('IDNo', childText(publication, 'publicationIDNumber'), { agency: childText(publication, 'publicationIDType') });
    const url = childText(publication, 'publicationURL');
    return element(
      'relPubl',
      {},
      element('citation', {}, element('titlStmt', {}, leaf('titl', citation), number), leaf('biblCit', citation)),
      url === undefined ? undefined : element('ExtLink', { URI: url }),
    );
  });
}

/** What there is beside the data. */
export function otherMaterial({ metadata }: ExportSnapshot): XmlElement {
  return element(
    'othrStdyMat',
    {},
    leaves('relMat', textsOf(metadata, 'relatedMaterial')),
    leaves('relStdy', textsOf(metadata, 'relatedDatasets')),
    publications(metadata),
    leaves('othRefs', textsOf(metadata, 'otherReferences')),
  );
}
