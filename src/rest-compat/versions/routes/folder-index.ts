/** The folders of a version as pages that programs such as wget walk through. Source: datasets.md 14.1. */
import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { FolderIndexDocument, type FolderIndexQuery } from '../../../generated/operations.ts';
import { bareText } from '../../answers.ts';
import { booleanParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, streamRoute } from '../../route.ts';
import { versionName } from '../records/version-name.ts';

const TYPE = 'text/html;charset=UTF-8';

type Version = NonNullable<NonNullable<FolderIndexQuery['dataset']>['version']>;
type ListedFile = Version['files']['nodes'][number];

/** What was asked for, as the links in the page repeat it. */
interface Asked {
  readonly folder: string;
  readonly version?: string | undefined;
  readonly original: boolean;
}

/** Slashes around a folder and doubled ones count for nothing, as in the folders of files. */
const folder = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split('/')
      .filter((part) => part !== '')
      .join('/'),
  );

const indexQuery = persistentIdQuery.extend({ folder, version: z.string().optional(), original: booleanParameter });

function line(name: string, address: string, changed: string, size: string): string {
  const cell = (text: string): VNode => h('td', null, text);
  return renderToString(h('tr', null, h('td', null, h('a', { href: address }, name)), cell(changed), cell(size), cell('')));
}

function folderLine(name: string, datasetId: number, asked: Asked): string {
  const query = new URLSearchParams({ folder: asked.folder === '' ? name : `${asked.folder}/${name}` });
  if (asked.version !== undefined) query.set('version', asked.version);
  if (asked.original) query.set('original', 'true');
  return line(`${name}/`, `/api/datasets/${datasetId}/dirindex/?${query}`, '-', '-');
}

function fileLine({ label, dataFile }: ListedFile, asked: Asked): string {
  const { databaseId, sizeBytes, originalFileName, originalFileSize, creationDate } = dataFile;
  const isOriginal = asked.original && originalFileName !== null;
  // The folders stand before the id, so that a program that keeps the paths of what it fetches keeps the folders of the dataset.
  const path = asked.folder === '' ? '' : `${asked.folder.split('/').map(encodeURIComponent).join('/')}/`;
  const address = `/api/access/datafile/${path}${databaseId}${isOriginal ? '?format=original' : ''}`;
  const size = isOriginal ? originalFileSize : sizeBytes;
  return line(isOriginal ? originalFileName : label, address, creationDate, size === null ? '-' : `${size} B`);
}

function opening(version: Version, asked: Asked): string {
  const title = `Index of folder /${asked.folder}`;
  const columns = ['Name', 'Last Modified', 'Size', 'Description'].map((name) => h('th', null, name));
  const heading = `${title} in dataset ${version.dataset.persistentId} (v. ${versionName(version)})`;
  const head = renderToString(h('head', null, h('meta', { charset: 'utf-8' }), h('title', null, title)));
  return `<!DOCTYPE html>\n<html lang="en">${head}\n<body>${renderToString(h('h1', null, heading))}\n<table>\n${renderToString(h('tr', null, columns))}\n`;
}

/** @throws DomainError NOT_FOUND where there is no such folder */
function linesOf(version: Version, asked: Asked): string[] {
  const { subfolders, dataset, files } = version;
  const fileLines = files.nodes.map((file) => fileLine(file, asked));
  // Asked for with the first page alone.
  if (subfolders === undefined) return fileLines;
  if (subfolders === null) throw new DomainError('NOT_FOUND', `There is no folder ${asked.folder} in this version.`);
  return [...subfolders.map((name) => folderLine(name, dataset.databaseId, asked)), ...fileLines];
}

export const folderIndexRoutes: readonly Route[] = [
  streamRoute({
    id: 'datasets.dirindex',
    method: 'GET',
    path: '/api/datasets/{id}/dirindex',
    summary: 'A page with the folders and files of a folder, whose links lead to them.',
    auth: 'public',
    cors: true,
    query: indexQuery,
    refusals: ['PERMISSION_DENIED', 'NOT_FOUND', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: bareText('text/html'),
    operation: FolderIndexDocument,
    variables: ({ path, query }, after) => ({
      reference: datasetReference(path.id, query),
      version: query.version ?? ':latest-published',
      folder: query.folder,
      after,
      isFirst: after === null,
    }),
    stream: {
      contentType: TYPE,
      opening: ({ dataset }, query) => opening(required(dataset?.version), query),
      separator: '\n',
      closing: '\n</table></body></html>\n',
      page: ({ dataset }, query) => {
        const version = required(dataset?.version);
        return {
          lines: linesOf(version, query),
          next: version.files.pageInfo.hasNextPage ? version.files.pageInfo.endCursor : null,
        };
      },
    },
  }),
];
