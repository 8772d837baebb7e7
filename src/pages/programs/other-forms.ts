/** Other forms of a page, for programs that ask for them by `Accept`. Source: RFC 9110, 12.5.1; DOI content negotiation. */
import { datasetApiPath, linksetPath } from '../addresses.ts';
import type { PageCall, Redirect } from '../page.ts';

interface OtherForm {
  readonly mediaType: string;
  /** Where it is; undefined where that version has none. */
  path(persistentId: string, version: string | undefined): string | undefined;
}

function exported(exporter: string): OtherForm['path'] {
  // Exports tell of the newest published version. Source: exports.md 1.
  return (persistentId, version) =>
    version === undefined ? `/api/datasets/export?exporter=${exporter}&persistentId=${encodeURIComponent(persistentId)}` : undefined;
}

function cited(format: string): OtherForm['path'] {
  return (persistentId, version) => datasetApiPath(persistentId, `versions/${version ?? ':latest-published'}/citation/${format}`);
}

/** Those of a dataset; of equal ones the first is sent. */
const FORMS: readonly OtherForm[] = [
  { mediaType: 'application/ld+json', path: exported('schema.org') },
  { mediaType: 'application/ld+json; profile="https://w3id.org/ro/crate"', path: exported('ro-crate') },
  { mediaType: 'application/vnd.schemaorg.ld+json', path: exported('schema.org') },
  { mediaType: 'application/vnd.datacite.datacite+xml', path: exported('Datacite') },
  { mediaType: 'application/x-bibtex', path: cited('BibTeX') },
  { mediaType: 'application/x-research-info-systems', path: cited('RIS') },
  { mediaType: 'application/vnd.citationstyles.csl+json', path: cited('CSL') },
  { mediaType: 'application/linkset+json', path: (persistentId, version) => linksetPath(persistentId, version) },
];

const MEDIA_TYPES = ['text/html', ...FORMS.map(({ mediaType }) => mediaType)];

/** Where the form is that a program asks for in place of the page of a dataset; undefined where the page is. */
export function otherForm({ accepted }: PageCall, persistentId: string, version: string | undefined): Redirect | undefined {
  const wanted = accepted(MEDIA_TYPES);
  const location = FORMS.find(({ mediaType }) => mediaType === wanted)?.path(persistentId, version);
  return location === undefined ? undefined : { location, status: 303 };
}

/** Media types and addresses of the forms of a published dataset that describe it, or an older version of it. */
export function describingForms(
  persistentId: string,
  version: string | undefined,
): readonly { readonly type: string; readonly path: string }[] {
  return FORMS.flatMap(({ mediaType, path }) => {
    const address = path(persistentId, version);
    return address === undefined || mediaType === 'application/linkset+json' ? [] : [{ type: mediaType, path: address }];
  });
}
