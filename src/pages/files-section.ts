import { type ComponentChildren, h } from 'preact';
import type { PageFileFragment, PageFilesFragment } from '../generated/page-operations.ts';
import { filePath } from './addresses.ts';
import { badge } from './dataset-parts.ts';
import { choiceInAddress, type FileChoice, fileFilter, fileSearch, folderLinks } from './file-choice.ts';
import { countText, fileSize } from './file-size.ts';
import { section } from './frame.ts';
import { messagesOf } from './messages/messages.ts';
import { hasPreview } from './preview/preview-section.ts';

/** Files of one page of a list. */
export const FILES_PER_PAGE = 100;

/** The access to the bytes of a file that is not public. */
export function accessBadge({ accessStatus, dataFile }: Pick<PageFileFragment, 'accessStatus' | 'dataFile'>): ComponentChildren {
  const words = messagesOf().reader;
  const embargoed = words.embargoed(dataFile.embargo?.dateAvailable);
  switch (accessStatus) {
    case 'Public':
      return null;
    case 'Restricted':
      return badge('restricted', words.restricted);
    case 'EmbargoedThenPublic':
      return badge('embargoed', embargoed);
    case 'EmbargoedThenRestricted':
      return [badge('embargoed', embargoed), ' ', badge('restricted', words.thenRestricted)];
    case 'RetentionPeriodExpired':
      return badge('restricted', words.retentionOver);
  }
}

/** A link that downloads a file, where the reader may. */
export function downloadLink({ label, dataFile }: Pick<PageFileFragment, 'label' | 'dataFile'>): ComponentChildren {
  const url = dataFile.permittedDownloadUrl?.url;
  // Each link says what it downloads also when it is read alone.
  return url === undefined
    ? null
    : h('a', { class: 'button', href: url, rel: 'nofollow' }, messagesOf().reader.download, h('span', { class: 'unseen' }, ` ${label}`));
}

/** A link to what can be seen of a file on its page. */
function previewLink(file: PageFileFragment, version: string | null): ComponentChildren {
  if (version === null || !hasPreview(file)) return null;
  const href = `${filePath({ databaseId: file.dataFile.databaseId }, version)}#preview`;
  return [' ', h('a', { href }, messagesOf().preview.link, h('span', { class: 'unseen' }, ` ${file.label}`))];
}

function fileRow(file: PageFileFragment, version: string | null): ComponentChildren {
  const { label, description, categories, dataFile } = file;
  const name = h('bdi', { class: 'file' }, label);
  return h(
    'tr',
    { role: 'row' },
    h(
      'th',
      { scope: 'row', role: 'rowheader' },
      version === null ? name : h('a', { href: filePath({ databaseId: dataFile.databaseId }, version) }, name),
      description === null || description === '' ? null : h('p', { dir: 'auto' }, description),
      categories.length === 0 ? null : h('p', { class: 'tags' }, categories.join(' · ')),
    ),
    h('td', { role: 'cell' }, messagesOf().shipped.fileType(dataFile.friendlyType)),
    h('td', { class: 'number', role: 'cell' }, fileSize(dataFile.sizeBytes)),
    h('td', { role: 'cell' }, h('code', { class: 'checksum' }, `${dataFile.checksum.type} `, h('wbr', null), dataFile.checksum.value)),
    h('td', { class: 'access', role: 'cell' }, accessBadge(file), downloadLink(file), previewLink(file, version)),
  );
}

function folderRows(folder: string | null, files: readonly PageFileFragment[], version: string | null): ComponentChildren {
  return h(
    'tbody',
    { role: 'rowgroup' },
    folder === null
      ? null
      : h('tr', { class: 'folder', role: 'row' }, h('th', { colSpan: 5, scope: 'rowgroup', role: 'rowheader', dir: 'auto' }, folder)),
    files.map((file) => fileRow(file, version)),
  );
}

function pager(path: string, page: number, pages: number): ComponentChildren {
  if (pages <= 1) return null;
  const words = messagesOf().reader;
  const link = (target: number, text: string, rel: string): ComponentChildren =>
    target < 1 || target > pages ? null : h('li', null, h('a', { href: `${path}&page=${target}#files`, rel }, text));
  return h(
    'nav',
    { 'aria-label': words.filePages },
    h(
      'ul',
      { class: 'row' },
      link(page - 1, words.previousFiles, 'prev'),
      h('li', null, words.pages(page, pages)),
      link(page + 1, words.nextFiles, 'next'),
    ),
  );
}

const ALL_FILES: FileChoice = { folder: undefined, text: '' };
/** So many are looked through at a glance. */
const FEW_FILES = 10;

interface FilesOnPage {
  /** Address of the page, with a query. */
  readonly path: string;
  readonly page: number;
  /** How links to the pages of the files name the version; null where they have none for the reader. */
  readonly version: string | null;
  readonly archiveUrl: string | null;
  /** Which files are shown, where the reader can choose. */
  readonly chosen?: {
    readonly choice: FileChoice;
    readonly subfolders: readonly string[] | null;
    /** Of the version; undefined where all are shown. */
    readonly allCount: number | undefined;
  };
}

/** The files of a version, a page of them, by folder. */
export function filesSection(
  { totalCount, files }: PageFilesFragment['filesSlice'],
  { path, page, version, archiveUrl, chosen }: FilesOnPage,
): ComponentChildren {
  const words = messagesOf().reader;
  const { choice = ALL_FILES, subfolders = null, allCount = totalCount } = chosen ?? {};
  const heading = [`${words.parts.files} `, h('span', { class: 'quiet' }, `(${countText(allCount)})`)];
  if (allCount === 0) return section('files', heading, h('p', null, words.noFiles));
  const isNarrowed = fileFilter(choice) !== null;
  const hasFolders = isNarrowed || totalCount > files.length || files.some(({ directoryLabel }) => directoryLabel !== '');
  const ways =
    chosen === undefined
      ? null
      : [
          allCount > FEW_FILES || isNarrowed ? fileSearch({ path, choice, subfolders }) : null,
          hasFolders ? folderLinks({ path, choice, subfolders }) : null,
          isNarrowed ? h('p', { role: 'status' }, words.fileChoice.found(totalCount)) : null,
        ];
  if (totalCount === 0) return section('files', heading, ways);
  const folders = Map.groupBy(files, ({ directoryLabel }) => (directoryLabel === '' ? null : directoryLabel));
  const canDownload = files.some(({ dataFile }) => dataFile.permittedDownloadUrl !== null);
  return section(
    'files',
    heading,
    ways,
    archiveUrl !== null && canDownload ? h('p', null, h('a', { class: 'button', href: archiveUrl, rel: 'nofollow' }, words.archive)) : null,
    h(
      'div',
      { class: 'scroll', role: 'region', 'aria-label': words.fileTable, tabIndex: 0 },
      h(
        'table',
        // A phone shows rows as blocks, which would take from a table what it is.
        { class: 'files', role: 'table', 'aria-labelledby': 'files-heading' },
        h(
          'thead',
          { role: 'rowgroup' },
          h(
            'tr',
            { role: 'row' },
            Object.values(words.fileColumns).map((text) => h('th', { scope: 'col', role: 'columnheader' }, text)),
          ),
        ),
        [...folders].map(([folder, inFolder]) => folderRows(folder, inFolder, version)),
      ),
    ),
    pager(path + choiceInAddress(choice), page, Math.ceil(totalCount / FILES_PER_PAGE)),
  );
}
