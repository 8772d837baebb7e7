import { h } from 'preact';
import { DomainError } from '../errors/domain-error.ts';
import { PageOfPrivateUrlDocument, type PageOfPrivateUrlQuery } from '../generated/page-operations.ts';
import { citationSection, descriptionSection, termsSection, titleOf, versionHeading } from './dataset-parts.ts';
import { FILES_PER_PAGE, filesSection } from './files-section.ts';
import { factList } from './frame.ts';
import { keywordsOf, metadataReader } from './metadata-reader.ts';
import { metadataSection } from './metadata-section.ts';
import { pageNumber } from './page-number.ts';
import type { MakePage, PageCall } from './page.ts';
import { messagesOf } from './messages/messages.ts';

/** @throws DomainError PRIVATE_URL_NOT_FOUND, which says no more of a token than that it opens nothing here. */
async function preview({ query, runAsBearer }: PageCall): Promise<PageOfPrivateUrlQuery['previewVersion']> {
  const { token = '', page } = query;
  const offset = (pageNumber(page) - 1) * FILES_PER_PAGE;
  try {
    return (await runAsBearer(token, PageOfPrivateUrlDocument, { token, offset, limit: FILES_PER_PAGE, filter: null })).previewVersion;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'INVALID_API_TOKEN') throw error;
    throw new DomainError('PRIVATE_URL_NOT_FOUND', 'No private URL has this token.', { cause: error });
  }
}

/**
 * The draft behind a private URL. It names neither the collection nor anything beside the version, as an anonymised one must not tell
 * whose data they are.
 */
export const privateUrlPage: MakePage = async (call) => {
  const version = await preview(call);
  const { reader, shipped } = messagesOf();
  const metadata = metadataReader(version.metadataBlocks);
  return {
    title: titleOf(version),
    secret: true,
    main: h(
      'article',
      null,
      h('p', { class: 'notice' }, h('strong', null, reader.private.draft), reader.private.note),
      versionHeading(version, metadata),
      citationSection(version, null),
      descriptionSection(metadata),
      factList([
        [reader.reservedIdentifier, version.dataset.persistentUrl],
        [reader.keywords, keywordsOf(metadata, shipped.value).join('; ')],
      ]),
      filesSection(version.filesSlice, {
        path: `/previewurl.xhtml?token=${encodeURIComponent(call.query['token'] ?? '')}`,
        page: pageNumber(call.query['page']),
        version: null,
        archiveUrl: null,
      }),
      metadataSection(version.metadataBlocks),
      termsSection(version),
    ),
  };
};
