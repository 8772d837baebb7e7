/** Datasets of which no more is read than a plain list shows of them, and what their files take over from them. */
import { briefJsonRow } from '../../json-row.ts';
import { datasetColumns } from './datasets.ts';

const { id, protocol, authority, separator, identifier, datasetType, fileAccessRequest, guestbookId, publicationDay, publishedAt } =
  datasetColumns;
const listedColumns = {
  id,
  protocol,
  authority,
  separator,
  identifier,
  datasetType,
  fileAccessRequest,
  guestbookId,
  publicationDay,
} as const;

/** By itself; the statement reads `dataset` and `node`. */
export const briefDataset = briefJsonRow(datasetColumns, { ...listedColumns, publishedAt });

const { ownerId: _owner, path: _path, ...ownColumns } = datasetColumns;

/** In a list of one collection, which says who owns it. */
export const listedDataset = briefJsonRow(ownColumns, listedColumns);
