import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../errors/domain-error.ts';
import { type PageOfFileQuery, PageOfFileDocument, PageOfWithdrawnFileDocument } from '../generated/page-operations.ts';
import { datasetPath, filePath } from './addresses.ts';
import { canonicalLink } from './dataset-head.ts';
import { badge, licenseLink, placesOf } from './dataset-parts.ts';
import { fileSize } from './file-size.ts';
import { accessBadge, downloadLink } from './files-section.ts';
import { factList, section } from './frame.ts';
import type { MakePage, Page, PageCall, Site } from './page.ts';
import { NO_PREVIEW, type Preview, previewSection } from './preview/preview-section.ts';
import { richLine } from './rich-text.ts';
import { tableSection } from './table-section.ts';
import { shownDay, versionName, versionParameter, versionReference } from './version-words.ts';
import { withdrawnFilePage } from './withdrawn-file-page.ts';
import { PageRefusal } from './page-refusal.ts';
import { messagesOf } from './messages/messages.ts';

/** The file that an address names. @throws DomainError BAD_USER_INPUT */
function namedFile({ persistentId, fileId }: PageCall['query']): { readonly persistentId: string } | { readonly databaseId: number } {
  if (persistentId !== undefined && persistentId !== '') return { persistentId };
  if (fileId !== undefined && /^\d{1,9}$/.test(fileId)) return { databaseId: Number(fileId) };
  throw new PageRefusal('BAD_USER_INPUT', messagesOf().browse.refusals.noFile);
}

function shownFilePage(
  file: NonNullable<NonNullable<PageOfFileQuery['file']>['inVersion']>,
  {
    site,
    isNewest,
    preview,
    table,
  }: { readonly site: Site; readonly isNewest: boolean; readonly preview: Preview; readonly table: ComponentChildren },
): Page {
  const { dataFile, datasetVersion: version } = file;
  const { dataset } = version;
  const { reader, citation } = messagesOf();
  const parameter = versionParameter(version);
  const known = dataFile.persistentId === null ? { databaseId: dataFile.databaseId } : { persistentId: dataFile.persistentId };
  return {
    title: file.label,
    listed: version.state === 'RELEASED',
    secret: version.state === 'DRAFT',
    embeds: preview.isEmbedded,
    head: [
      canonicalLink(`${site.siteUrl}${filePath(known, isNewest ? undefined : parameter)}`),
      dataFile.persistentUrl === null ? null : h('link', { rel: 'cite-as', href: dataFile.persistentUrl }),
      h('link', { rel: 'collection', href: datasetPath(dataset.persistentId) }),
    ],
    main: h(
      'article',
      null,
      placesOf(dataset.ancestors),
      h(
        'div',
        { class: 'heading' },
        h('h1', { dir: 'auto' }, file.label),
        h(
          'p',
          null,
          reader.fileOf,
          h('a', { href: datasetPath(dataset.persistentId, parameter) }, h('bdi', null, version.title), `, ${versionName(version)}`),
          version.state === 'RELEASED' ? null : [' ', badge(version.state.toLowerCase(), reader.states[version.state])],
        ),
        file.description === null || file.description === '' ? null : h('p', { dir: 'auto' }, file.description),
        h('p', { class: 'access' }, accessBadge(file), ' ', downloadLink(file)),
      ),
      preview.content,
      section('citation', citation.fileHeading, h('blockquote', { class: 'citation', dir: 'auto' }, richLine(file.citation))),
      section(
        'about',
        reader.aboutFile,
        factList([
          [reader.identifier, dataFile.persistentUrl === null ? null : h('a', { href: dataFile.persistentUrl }, dataFile.persistentId)],
          [reader.folder, file.directoryLabel],
          [reader.type, `${messagesOf().shipped.fileType(dataFile.friendlyType)} (${dataFile.contentType})`],
          [reader.size, `${fileSize(dataFile.sizeBytes)}${dataFile.sizeBytes < 1000 ? '' : ` (${reader.bytes(dataFile.sizeBytes)})`}`],
          [reader.checksum(dataFile.checksum.type), h('code', { class: 'checksum' }, dataFile.checksum.value)],
          [reader.tags, file.categories.join('; ')],
          [reader.deposited, shownDay(dataFile.creationDate)],
          [reader.published, shownDay(dataFile.publicationDate)],
          [reader.embargoedUntil, shownDay(dataFile.embargo?.dateAvailable)],
          [reader.availableUntil, shownDay(dataFile.retention?.dateUnavailable)],
          [
            reader.license,
            version.license === null
              ? h('a', { href: `${datasetPath(dataset.persistentId, parameter)}#terms` }, reader.datasetTerms)
              : licenseLink(version),
          ],
        ]),
      ),
      table,
    ),
  };
}

/** Refusals of a file that a withdrawn version may hold. */
const PERHAPS_WITHDRAWN: ReadonlySet<string> = new Set(['AUTHENTICATION_REQUIRED', 'PERMISSION_DENIED', 'DATASET_VERSION_NOT_FOUND']);

/** Page of a file: as a version has it, else as the newest does; of one that is in withdrawn versions alone, what is left to say. */
export const filePage: MakePage = async ({ query, run, readBytes, site }) => {
  const version = query['version'] === undefined || query['version'] === '' ? null : versionReference(query['version']);
  const asked = { reference: namedFile(query), version };
  try {
    const file = (await run(PageOfFileDocument, asked)).file?.inVersion ?? null;
    if (file !== null) {
      const table = await tableSection({ run }, file.dataFile.databaseId);
      const preview = table === null ? await previewSection({ run, readBytes }, file) : NO_PREVIEW;
      return shownFilePage(file, { site, isNewest: version === null, preview, table });
    }
  } catch (refusal) {
    if (!(refusal instanceof DomainError) || !PERHAPS_WITHDRAWN.has(refusal.code)) throw refusal;
    const withdrawn = (await run(PageOfWithdrawnFileDocument, asked)).file?.withdrawn ?? null;
    if (withdrawn === null) throw refusal;
    return withdrawnFilePage(withdrawn, site);
  }
  throw new DomainError('FILE_NOT_FOUND', 'There is no such file.');
};
