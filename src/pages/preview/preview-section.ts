/** What is in a file, as far as it can be seen without downloading it. Only for those who may download it. */
import { type ComponentChildren, h } from 'preact';
import { DomainError } from '../../errors/domain-error.ts';
import { PageOfBytesDocument, type PageFileFragment } from '../../generated/page-operations.ts';
import { section } from '../frame.ts';
import { messagesOf } from '../messages/messages.ts';
import type { PageCall } from '../page.ts';
import { decodedText } from './decoded-text.ts';
import { previewKind } from './preview-kind.ts';

/** How much of a text is shown. */
const TEXT_BYTES = 32 * 1024;
/** Sides of the pictures that a page offers to the browser, in pixels; the smaller one is made for lists, too. */
const SIDES = [400, 1000] as const;

/** The address on this server, under whatever name it was reached: the policy of the page allows its own origin alone. */
function ownAddress(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.pathname + url.search;
}

function picture(url: string, label: string): ComponentChildren {
  const [small, large] = SIDES;
  const source = (side: number): string => ownAddress(url, { imageThumb: String(side), inline: 'true' });
  return h('img', {
    class: 'preview',
    src: source(small),
    srcset: `${source(small)} ${small}w, ${source(large)} ${large}w`,
    sizes: '(min-width: 62rem) 60rem, 95vw',
    alt: messagesOf().preview.pictureAlt(label),
    loading: 'lazy',
    decoding: 'async',
  });
}

function pdf(url: string, label: string): ComponentChildren {
  const words = messagesOf().preview;
  // Looking is no download.
  const shown = ownAddress(url, { inline: 'true', gbrecs: 'true' });
  const link = h('a', { href: shown, rel: 'nofollow' }, words.pdfOpen);
  return [
    h(
      'object',
      { class: 'preview pdf', type: 'application/pdf', data: shown, 'aria-label': words.pdfLabel(label) },
      h('p', null, words.pdfNotShown),
    ),
    h('p', null, link),
  ];
}

async function text(
  { run, readBytes }: Pick<PageCall, 'run' | 'readBytes'>,
  fileId: number,
  url: string,
  label: string,
): Promise<ComponentChildren> {
  const words = messagesOf().preview;
  const { searchParams } = new URL(url);
  const signature = { expires: Number(searchParams.get('expires')), signature: searchParams.get('signature') ?? '' };
  const found = (await run(PageOfBytesDocument, { reference: { databaseId: fileId }, signature })).file?.download ?? null;
  // A table that is kept without the names of its variables has a section of its own.
  if (found === null || found.headerLine !== null || found.sizeBytes === 0) return null;
  const { storageDriver: driver, storageAuthority: authority, storageFolder: identifier, storageId, sizeBytes } = found;
  const isWhole = sizeBytes <= TEXT_BYTES;
  const bytes = await readBytes({ driver, authority, identifier, storageId }, Math.min(sizeBytes, TEXT_BYTES));
  const read = decodedText(bytes, isWhole);
  if (read === undefined) return null;
  const lastLine = read.text.lastIndexOf('\n');
  const shown = isWhole || lastLine <= 0 ? read.text : read.text.slice(0, lastLine);
  return [
    h(
      'div',
      { class: 'scroll preview', role: 'region', 'aria-label': words.textLabel(label), tabIndex: 0 },
      h('pre', { dir: 'auto' }, h('code', null, shown)),
    ),
    isWhole && read.encoding === 'UTF-8'
      ? null
      : h(
          'p',
          { class: 'quiet' },
          isWhole ? '' : `${words.beginning(TEXT_BYTES / 1024)} `,
          read.encoding === 'UTF-8' ? '' : words.encoding(read.encoding),
        ),
  ];
}

/** Whether a list leads to a preview of a file: not to one that its reader may not download. */
export function hasPreview(file: PageFileFragment): boolean {
  return file.dataFile.permittedDownloadUrl !== null && file.accessStatus !== 'RetentionPeriodExpired' && previewKind(file) !== undefined;
}

/** Refusals that leave a page without a preview: the page has the rest to say. */
async function orNothing(made: Promise<ComponentChildren>): Promise<ComponentChildren> {
  try {
    return await made;
  } catch (refusal) {
    if (refusal instanceof DomainError) return null;
    throw refusal;
  }
}

/** A preview with what the policy of its page has to allow. */
export interface Preview {
  readonly content: ComponentChildren;
  /** Whether the browser's own viewer is embedded. */
  readonly isEmbedded: boolean;
}

/** Of a file that is not shown. */
export const NO_PREVIEW: Preview = { content: null, isEmbedded: false };

/** The preview of a file; none where it is closed to the reader, behind a guestbook, or of another type. */
export async function previewSection(call: Pick<PageCall, 'run' | 'readBytes'>, file: PageFileFragment): Promise<Preview> {
  const url = file.dataFile.permittedDownloadUrl?.url;
  const kind = hasPreview(file) ? previewKind(file) : undefined;
  if (url === undefined || kind === undefined) return NO_PREVIEW;
  const { label } = file;
  const shown =
    kind === 'picture'
      ? picture(url, label)
      : kind === 'pdf'
        ? pdf(url, label)
        : await orNothing(text(call, file.dataFile.databaseId, url, label));
  return { content: shown === null ? null : section('preview', messagesOf().preview.heading, shown), isEmbedded: kind === 'pdf' };
}
