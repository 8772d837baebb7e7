/** The files of a draft, and the form that adds some. */
import { type ComponentChildren, h } from 'preact';
import type { PageDepositFileFragment, PageOfDepositFilesQuery } from '../../../generated/page-operations.ts';
import { badge } from '../../dataset-parts.ts';
import { fileSize } from '../../file-size.ts';
import { linkList, section } from '../../frame.ts';
import type { UploadWords } from '../../browser/upload/upload-words.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Page } from '../../page.ts';
import { datasetTop } from '../dataset-top.ts';
import { OF_DEPOSITING } from '../deposit-call.ts';
import { depositPaths } from '../deposit-paths.ts';
import { errorSummary, type SummaryItem } from '../error-summary.ts';
import { isWaiting, lockNotice, refreshHead } from '../overview/lock-notice.ts';
import { type FileFacts, fileFields, NO_FACTS } from './file-fields.ts';

export const FILES_ON_A_PAGE = 100;

export type DepositedFiles = NonNullable<PageOfDepositFilesQuery['dataset']>;

export interface FilesShown {
  readonly dataset: DepositedFiles;
  /** From 1. */
  readonly page: number;
  /** Largest file in bytes; null without a limit. */
  readonly maximumFileBytes: number | null;
  readonly done?: string | undefined;
  readonly items?: readonly SummaryItem[];
  readonly faults?: ReadonlyMap<string, ComponentChildren>;
  readonly facts?: FileFacts;
  readonly status?: number;
}

function pathOfFile({ label, directoryLabel }: PageDepositFileFragment): string {
  return directoryLabel === null || directoryLabel === '' ? label : `${directoryLabel}/${label}`;
}

function row(persistentId: string, file: PageDepositFileFragment, { files, shipped }: Messages): ComponentChildren {
  const { description, restricted, categories, dataFile } = file;
  return h(
    'tr',
    null,
    h(
      'th',
      { scope: 'row', dir: 'auto' },
      pathOfFile(file),
      description === null || description === '' ? null : h('p', { dir: 'auto' }, description.slice(0, 300)),
      categories.length === 0 ? null : h('p', null, categories.join(', ')),
    ),
    h('td', { class: 'number' }, fileSize(dataFile.sizeBytes)),
    h(
      'td',
      null,
      shipped.fileType(dataFile.friendlyType),
      h('p', { class: 'checksum' }, `${dataFile.checksum.type} ${dataFile.checksum.value}`),
    ),
    h('td', null, restricted ? badge('restricted', files.restricted) : files.open),
    h(
      'td',
      null,
      h(
        'a',
        { href: depositPaths.file(persistentId, dataFile.databaseId), class: 'button' },
        files.edit,
        h('span', { class: 'unseen' }, ` ${file.label}`),
      ),
    ),
  );
}

function pageLinks({ dataset: { persistentId, latestVersion }, page }: FilesShown, { files }: Messages): ComponentChildren {
  const last = Math.ceil((latestVersion?.filesSlice.totalCount ?? 0) / FILES_ON_A_PAGE);
  if (last < 2) return null;
  const link = (to: number, text: string): ComponentChildren => h('a', { href: `${depositPaths.files(persistentId)}&page=${to}` }, text);
  return h(
    'nav',
    { 'aria-label': files.more },
    linkList([page > 1 ? link(page - 1, files.earlier) : null, files.pages(page, last), page < last ? link(page + 1, files.later) : null]),
  );
}

function listSection(shown: FilesShown, messages: Messages): ComponentChildren {
  const { persistentId, latestVersion } = shown.dataset;
  const { files } = messages;
  const { totalCount, files: list } = latestVersion?.filesSlice ?? { totalCount: 0, files: [] };
  return section(
    'files',
    files.listHeading(totalCount),
    list.length === 0
      ? null
      : h(
          'div',
          { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': files.list },
          h(
            'table',
            { class: 'files' },
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                [files.columns.name, files.columns.size, files.columns.type, files.columns.access].map((title) =>
                  h('th', { scope: 'col' }, title),
                ),
                h('th', { scope: 'col' }, h('span', { class: 'unseen' }, files.edit)),
              ),
            ),
            h(
              'tbody',
              null,
              list.map((file) => row(persistentId, file, messages)),
            ),
          ),
        ),
    pageLinks(shown, messages),
  );
}

function addSection(
  { dataset, maximumFileBytes, facts = NO_FACTS, faults = new Map() }: FilesShown,
  messages: Messages,
): ComponentChildren {
  const { files } = messages;
  const { persistentId } = dataset;
  const words: UploadWords = { ...files.script, addAll: files.addAll, noFile: files.noFile };
  const fault = faults.get('file');
  return section(
    'add',
    files.addHeading,
    h(
      'form',
      {
        method: 'post',
        action: `/deposit/files?${new URLSearchParams({ persistentId }).toString()}`,
        enctype: 'multipart/form-data',
        id: 'add-files',
        'data-dataset': persistentId,
        'data-words': JSON.stringify(words),
      },
      h('p', { id: 'add-note' }, files.addNote),
      h(
        'div',
        { class: `control${fault === undefined ? '' : ' wrong'}` },
        h('label', { for: 'file' }, files.file),
        maximumFileBytes === null ? null : h('p', { class: 'hint', id: 'file-hint' }, files.limit(fileSize(maximumFileBytes))),
        fault === undefined ? null : h('p', { class: 'fault', id: 'file-fault' }, fault),
        h('input', {
          type: 'file',
          id: 'file',
          name: 'file',
          required: true,
          'aria-invalid': fault === undefined ? undefined : 'true',
          'aria-describedby':
            [...(maximumFileBytes === null ? [] : ['file-hint']), ...(fault === undefined ? [] : ['file-fault'])].join(' ') || undefined,
        }),
      ),
      fileFields(facts, messages, faults),
      h('p', null, h('button', { type: 'submit', class: 'button main' }, files.add)),
    ),
    h('div', { id: 'uploads' }),
  );
}

export function filesPage(shown: FilesShown, messages: Messages): Page {
  const { dataset, done, items = [], status } = shown;
  const { files } = messages;
  return {
    ...OF_DEPOSITING,
    scripts: [...OF_DEPOSITING.scripts, '/deposit/upload.js'],
    ...(status === undefined ? {} : { status }),
    title: files.title,
    head: refreshHead(dataset.locks),
    main: [
      datasetTop(messages, dataset.persistentId, dataset.latestVersion?.title ?? '', files.title),
      done === undefined ? null : h('p', { class: 'notice good', role: 'status', dir: 'auto' }, done),
      errorSummary(items, messages),
      lockNotice(dataset.locks, messages),
      listSection(shown, messages),
      isWaiting(dataset.locks) ? h('p', { class: 'quiet' }, files.locked) : addSection(shown, messages),
    ],
  };
}
