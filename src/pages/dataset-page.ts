import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../errors/domain-error.ts';
import { type PageOfDatasetQuery, PageOfDatasetDocument, PageOfWithdrawnDatasetDocument } from '../generated/page-operations.ts';
import { datasetApiPath, datasetPath, exportPath, linksetPath } from './addresses.ts';
import { canonicalLink, datasetHead } from './dataset-head.ts';
import {
  citationSection,
  descriptionSection,
  licenseLink,
  placesOf,
  termsSection,
  titleOf,
  versionHeading,
  versionsSection,
} from './dataset-parts.ts';
import { CITATION_STYLES, type CitationStyle } from '../vocabulary/citation-styles.ts';
import { depositPaths } from './deposit/deposit-paths.ts';
import { PageRefusal } from './page-refusal.ts';
import { messagesOf } from './messages/messages.ts';
import { chosenFiles, fileFilter } from './file-choice.ts';
import { FILES_PER_PAGE, filesSection } from './files-section.ts';
import { factList, linkList, section } from './frame.ts';
import { authorsOf, keywordsOf, type MetadataReader, metadataReader } from './metadata-reader.ts';
import { labelBadge, labelledDrafts } from './labelled-drafts.ts';
import { metadataSection } from './metadata-section.ts';
import { relatedSection } from './related-section.ts';
import { usageSection } from './usage-section.ts';
import { isPlainType } from './plain-type.ts';
import { pageNumber } from './page-number.ts';
import type { MakePage, Page, PageCall, Redirect, Site, WebLink } from './page.ts';
import { otherForm } from './programs/other-forms.ts';
import { signposts } from './programs/signposts.ts';
import { withdrawnPage } from './withdrawn-page.ts';
import { olderName, shownDay, versionName, versionParameter, versionReference } from './version-words.ts';

type ShownVersion = NonNullable<NonNullable<PageOfDatasetQuery['dataset']>['version']>;
type ExportFormats = PageOfDatasetQuery['exportFormats'];

/** A version with the formats that there are for its metadata. */
interface Shown {
  readonly version: ShownVersion;
  readonly formats: ExportFormats;
}

/** The dataset that an address names. @throws DomainError BAD_USER_INPUT */
function namedDataset({ persistentId, id }: PageCall['query']): { readonly persistentId: string } | { readonly databaseId: number } {
  if (persistentId !== undefined && persistentId !== '') return { persistentId };
  if (id !== undefined && /^\d{1,9}$/.test(id)) return { databaseId: Number(id) };
  throw new PageRefusal('BAD_USER_INPUT', messagesOf().browse.refusals.noDataset);
}

function isStyle(text: string): text is CitationStyle {
  return Object.hasOwn(CITATION_STYLES, text);
}

/** The style that an address names; an unknown one is none. */
function chosenStyle({ cite = '' }: PageCall['query']): CitationStyle | undefined {
  return isStyle(cite) ? cite : undefined;
}

function newerVersion({ dataset, ...version }: ShownVersion): ComponentChildren {
  const [newest] = dataset.versions.nodes;
  if (newest === undefined || version.state === 'DRAFT' || versionParameter(newest) === versionParameter(version)) return null;
  return h(
    'p',
    { class: 'notice' },
    messagesOf().reader.newer,
    h('a', { href: datasetPath(dataset.persistentId, versionParameter(newest)) }, versionName(newest)),
    '.',
  );
}

/** The way to what can be done with it, for those who can. */
function workLink({ dataset: { persistentId, viewerPermissions } }: ShownVersion): ComponentChildren {
  if (!viewerPermissions.includes('EditDataset') && !viewerPermissions.includes('PublishDataset')) return null;
  return h('p', null, h('a', { href: depositPaths.dataset(persistentId), class: 'button' }, messagesOf().overview.work));
}

function onThisPage(version: ShownVersion): ComponentChildren {
  const { onThisPage: label, parts: words } = messagesOf().reader;
  const parts = [
    ['files', words.files],
    ...(version.metadataBlocks.length === 0 ? [] : [['metadata', words.metadata] as const]),
    ['terms', words.terms],
    ...(version.dataset.versions.nodes.length === 0 ? [] : [['versions', words.versions] as const]),
  ] as const;
  return h('nav', { class: 'contents', 'aria-label': label }, linkList(parts.map(([id, text]) => h('a', { href: `#${id}` }, text))));
}

/** Its forms for programs. Exports are of the newest published version alone. */
function formsSection({ version, formats }: Shown): ComponentChildren {
  const { reader: words } = messagesOf();
  const { dataset } = version;
  const isNewest = version.state === 'RELEASED' && olderName(version, dataset.versions.nodes) === undefined;
  const exported = isNewest ? formats.filter(({ isVisibleInUserInterface }) => isVisibleInUserInterface) : [];
  return section(
    'forms',
    words.programs,
    linkList([
      h(
        'a',
        { href: datasetApiPath(dataset.persistentId, `versions/${versionParameter(version)}`), type: 'application/json' },
        words.versionJson,
      ),
      h('a', { href: datasetApiPath(dataset.persistentId, 'metadata'), type: 'application/ld+json' }, words.jsonLd),
    ]),
    exported.length === 0
      ? null
      : [
          h('h3', null, words.exports),
          linkList(
            exported.map(({ name, displayName, mediaType }) =>
              h('a', { href: exportPath(dataset.persistentId, name), type: mediaType, rel: 'nofollow' }, displayName),
            ),
          ),
        ],
  );
}

/** The links of a published version; the first one leads to all of them. */
function signpostedLinks(version: ShownVersion, metadata: MetadataReader, { siteUrl }: Site): readonly WebLink[] {
  const { dataset, license } = version;
  const signposted = { ...dataset, license, authors: authorsOf(metadata), olderVersion: olderName(version, dataset.versions.nodes) };
  const all = siteUrl + linksetPath(dataset.persistentId, versionParameter(version));
  return [{ rel: 'linkset', href: all, type: 'application/linkset+json' }, ...signposts(signposted, siteUrl)];
}

function versionPage({ version, formats }: Shown, { query, site }: PageCall, label: string | undefined): Page {
  const { dataset } = version;
  const metadata = metadataReader(version.metadataBlocks);
  const { reader, shipped } = messagesOf();
  const parameter = versionParameter(version);
  const asked = query['version'] === undefined || query['version'] === '' ? undefined : parameter;
  const isPublished = version.state === 'RELEASED';
  const canonical = asked === undefined ? dataset.landingPageUrl : `${dataset.landingPageUrl}&version=${asked}`;
  const links = isPublished ? signpostedLinks(version, metadata, site) : [];
  const described = { version, metadata, dataset, record: version.export, links };
  return {
    title: titleOf(version),
    listed: isPublished,
    // The next person at the same browser finds no copy of a draft.
    secret: !isPublished,
    ...(isPublished ? { links } : {}),
    head: isPublished ? datasetHead(described, site, canonical) : canonicalLink(canonical),
    main: h(
      'article',
      null,
      placesOf(dataset.ancestors),
      versionHeading(version, metadata),
      label === undefined ? null : h('p', { class: 'state' }, `${messagesOf().overview.labelNow} `, labelBadge(label)),
      workLink(version),
      newerVersion(version),
      citationSection(version, {
        persistentId: dataset.persistentId,
        version: asked,
        style: chosenStyle(query),
        html: version.citationInStyle?.html,
      }),
      descriptionSection(metadata),
      factList([
        [reader.identifier, h('a', { href: dataset.persistentUrl }, dataset.persistentId)],
        [reader.datasetType, isPlainType(dataset.datasetType) ? null : dataset.datasetType],
        [reader.firstPublished, shownDay(version.publicationDate)],
        [reader.license, version.license === null ? h('a', { href: '#terms' }, reader.ownTerms) : licenseLink(version)],
        [reader.keywords, keywordsOf(metadata, shipped.value).join('; ')],
        [reader.versionNote, version.versionNote],
      ]),
      onThisPage(version),
      filesSection(version.filesSlice, {
        path: datasetPath(dataset.persistentId, parameter),
        page: pageNumber(query['page']),
        version: parameter,
        archiveUrl: version.archiveUrl.url,
        chosen: { choice: chosenFiles(query), subfolders: version.subfolders ?? null, allCount: version.allFiles?.totalCount },
      }),
      relatedSection(metadata),
      metadataSection(version.metadataBlocks),
      termsSection({ ...version, filesSlice: version.allFiles ?? version.filesSlice }),
      versionsSection(dataset.persistentId, dataset.versions, parameter),
      isPublished ? usageSection(dataset.metrics) : null,
      formsSection({ version, formats }),
    ),
  };
}

/** Reasons why an export could not be made; the page does not need it. */
const EXPORT_FAULTS: readonly string[] = ['CONCURRENT_CHANGE', 'EXPORT_VERSION_UNSUPPORTED', 'INTERNAL_SERVER_ERROR'];

/** The version, on the page of the dataset itself with the record for search engines. */
async function shownVersion({ run, query }: PageCall): Promise<Shown | null> {
  const reference = namedDataset(query);
  const version = versionReference(query['version']);
  const offset = (pageNumber(query['page']) - 1) * FILES_PER_PAGE;
  const choice = chosenFiles(query);
  const filter = fileFilter(choice);
  const files = { filter, folder: choice.folder ?? '', byFolder: choice.folder !== undefined, isNarrowed: filter !== null };
  const read = async (withRecord: boolean): Promise<Shown | null> => {
    const style = chosenStyle(query);
    const cited = { style: style ?? 'APA', language: messagesOf().citation.language, withStyle: style !== undefined };
    const variables = { reference, version, offset, limit: FILES_PER_PAGE, withRecord, ...cited, ...files };
    const { dataset, exportFormats: formats } = await run(PageOfDatasetDocument, variables);
    return dataset?.version ? { version: dataset.version, formats } : null;
  };
  if (query['version'] !== undefined && query['version'] !== '') return read(false);
  try {
    return await read(true);
  } catch (error) {
    if (!(error instanceof DomainError) || !EXPORT_FAULTS.includes(error.code)) throw error;
    return read(false);
  }
}

/** Page of a dataset: of the version that the address names, else the newest; of one that was withdrawn, what is left to say. */
export const datasetPage: MakePage = async (call): Promise<Page | Redirect> => {
  const reference = namedDataset(call.query);
  const version = versionReference(call.query['version']);
  if ('persistentId' in reference) {
    const { version: named } = call.query;
    const form = otherForm(call, reference.persistentId, named === undefined || named === '' ? undefined : named);
    if (form !== undefined) return form;
  }
  try {
    const shown = await shownVersion(call);
    if (shown !== null) {
      const labels = await labelledDrafts(call.run, [shown.version]);
      return versionPage(shown, call, labels.get(shown.version.dataset.id));
    }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'DATASET_VERSION_NOT_FOUND') throw error;
  }
  const withdrawn = (await call.run(PageOfWithdrawnDatasetDocument, { reference, version })).dataset?.version ?? null;
  if (withdrawn === null) throw new DomainError('DATASET_NOT_FOUND', 'There is no such dataset.');
  return withdrawnPage(withdrawn);
};
