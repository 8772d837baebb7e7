/** What programs read in the head of the page of a dataset: reference managers, search engines, harvesters. */
import { type ComponentChildren, h } from 'preact';
import { datasetApiPath, webAddress } from './addresses.ts';
import { authorsOf, keywordsOf } from './metadata-reader.ts';
import type { Site } from './page.ts';
import { type DescribedVersion, descriptionText, schemaOrg, scriptJson } from './schema-org.ts';
import { versionParameter } from './version-words.ts';

/** Names and contents of `meta` elements; those without content are left out. */
function metaTags(tags: readonly (readonly [name: string, content: string | null | undefined])[]): ComponentChildren {
  return tags.map(([name, content]) => (content === null || content === undefined || content === '' ? null : h('meta', { name, content })));
}

/** A link to another form of the page. */
export function canonicalLink(href: string): ComponentChildren {
  return h('link', { rel: 'canonical', href });
}

/** Source: Highwire Press tags as reference managers read them; Dublin Core in HTML (DCMI, 2008); Signposting, level 1. */
export function datasetHead(described: DescribedVersion, site: Site, canonical: string): ComponentChildren {
  const { version, metadata, dataset } = described;
  const authors = authorsOf(metadata);
  const description = descriptionText(metadata);
  const day = version.publicationDate;
  const doi = dataset.persistentId.startsWith('doi:') ? dataset.persistentId.slice('doi:'.length) : null;
  const license = version.license === null ? undefined : webAddress(version.license.uri);
  const json = datasetApiPath(dataset.persistentId, `versions/${versionParameter(version)}`);
  return [
    canonicalLink(canonical),
    h('link', { rel: 'cite-as', href: dataset.persistentUrl }),
    h('link', { rel: 'type', href: 'https://schema.org/Dataset' }),
    license === undefined ? null : h('link', { rel: 'license', href: license }),
    h('link', { rel: 'describedby alternate', type: 'application/json', href: json }),
    authors.map(({ identifierUrl }) => (identifierUrl === undefined ? null : h('link', { rel: 'author', href: identifierUrl }))),
    metaTags([
      ['description', description.slice(0, 300).toWellFormed()],
      ['citation_title', version.title],
      ...authors.map(({ name }) => ['citation_author', name] as const),
      ['citation_publication_date', day?.replaceAll('-', '/')],
      ['citation_publisher', site.installationName],
      ['citation_doi', doi],
      ['DC.type', 'Dataset'],
      ['DC.title', version.title],
      ...authors.map(({ name }) => ['DC.creator', name] as const),
      ['DC.identifier', dataset.persistentUrl],
      ['DC.date', day],
      ['DC.publisher', site.installationName],
      ['DC.description', description],
      ...keywordsOf(metadata).map((keyword) => ['DC.subject', keyword] as const),
      ['DC.rights', license],
    ]),
    h('script', {
      type: 'application/ld+json',
      // Content of a script element cannot be escaped as other text; `scriptJson` leaves nothing in it that could end it.
      dangerouslySetInnerHTML: { __html: scriptJson(schemaOrg(described, site)) },
    }),
  ];
}
