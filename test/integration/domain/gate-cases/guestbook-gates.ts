import {
  countUseOfGuestbooks,
  createGuestbook,
  enableGuestbook,
  listGuestbooks,
  viewGuestbook,
} from '../../../../src/domain/collections/guestbooks/guestbook-commands.ts';
import {
  assignGuestbook,
  removeGuestbook,
  setGuestbookTime,
  viewGuestbookTime,
} from '../../../../src/domain/collections/guestbooks/guestbook-of-dataset.ts';
import { countGuestbookResponses, listGuestbookResponses } from '../../../../src/domain/collections/guestbooks/list-guestbook-responses.ts';
import { selectAskingFiles, storeGuestbookResponses } from '../../../../src/domain/files/guestbooks/answer-guestbook.ts';
import type { GateTable, GateTarget } from './gate-case.ts';
import { WHOLE } from '../../../../src/model/page-window.ts';

const plain = {
  name: 'Asks',
  enabled: true,
  nameRequired: false,
  emailRequired: false,
  institutionRequired: false,
  positionRequired: false,
  questions: [],
};

/** Source: users-admin.md 18.7. */
export const guestbookGates: GateTable = {
  createGuestbook: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => createGuestbook(context, { ...plain, collection: { id: collectionId } }),
    changes: true,
  },
  enableGuestbook: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => enableGuestbook(context, { collection: { id: collectionId }, guestbookId: 987_654, enabled: true }),
  },
  viewGuestbook: { requires: 'Public', run: (context) => viewGuestbook(context, { id: 987_654 }) },
  listGuestbooks: {
    requires: ({ published }: GateTarget) => (published ? 'Public' : 'ViewUnpublishedCollection'),
    run: (context, { collectionId }) => listGuestbooks(context, { collection: { id: collectionId }, inherited: true }),
  },
  countUseOfGuestbooks: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => countUseOfGuestbooks(context, { collection: { id: collectionId }, guestbookIds: [987_654] }),
  },
  listGuestbookResponses: {
    requires: 'EditCollection',
    run: (context, { collectionId }) =>
      listGuestbookResponses(context, { collection: { id: collectionId }, guestbookId: null, ...WHOLE, limit: 1 }),
  },
  countGuestbookResponses: {
    requires: 'EditCollection',
    run: (context, { collectionId }) => countGuestbookResponses(context, { collection: { id: collectionId }, guestbookId: null }),
  },
  assignGuestbook: {
    requires: 'EditDataset',
    run: (context, { datasetId }) => assignGuestbook(context, { dataset: { id: datasetId }, guestbookId: 987_654 }),
  },
  removeGuestbook: { requires: 'EditDataset', run: (context, { datasetId }) => removeGuestbook(context, { dataset: { id: datasetId } }) },
  viewGuestbookTime: { requires: 'Public', run: (context, { datasetId }) => viewGuestbookTime(context, { dataset: { id: datasetId } }) },
  setGuestbookTime: {
    requires: 'Superuser',
    run: (context, { datasetId }) => setGuestbookTime(context, { dataset: { id: datasetId }, atRequest: true }),
  },
  // As a download: who sees the file and may not have its bytes is refused with a code of its own.
  selectAskingFiles: { requires: 'LoggedIn', run: (context, { fileId }) => selectAskingFiles(context, { file: { id: fileId } }) },
  storeGuestbookResponses: { requires: 'Public', run: (context) => storeGuestbookResponses(context, { files: [] }) },
};
