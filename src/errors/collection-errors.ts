import type { CatalogEntry } from './catalog-entry.ts';

/** Refusals of moves of collections, and of what they keep for their datasets and pages: guestbooks, templates, featured items. */
export const collectionErrors = {
  COLLECTION_MOVE_REFUSED: { status: 403, when: 'A collection cannot be moved into itself, into what it holds, or to where it is.' },
  COLLECTION_MOVE_UNDOES: {
    status: 403,
    when: 'The move would undo links, featured collections, blocks, guestbooks or default templates, and was not forced.',
  },
  GUESTBOOK_NOT_FOUND: { status: 404, when: 'There is no such guestbook, or it is not one of this collection.' },
  GUESTBOOK_UNAVAILABLE: {
    status: 400,
    when: 'The guestbook is not in use, or belongs to no collection that holds the dataset.',
  },
  GUESTBOOK_LIMIT_REACHED: { status: 403, when: 'The collection has as many guestbooks as a collection may have.' },
  GUESTBOOK_RESPONSE_REQUIRED: {
    status: 400,
    when: 'The dataset has a guestbook, which those who download its files, or ask for access to them, have to answer, unless they may edit the dataset.',
  },
  GUESTBOOK_AT_REQUEST_OFF: {
    status: 403,
    when: 'The setting `:GuestbookAtRequest` is not set, so guestbooks are answered at downloads alone.',
  },
  TEMPLATE_NOT_FOUND: { status: 404, when: 'There is no such template, or the collection does not offer it.' },
  TEMPLATE_LIMIT_REACHED: { status: 403, when: 'The collection has as many templates as a collection may have.' },
  FEATURED_ITEM_NOT_FOUND: { status: 404, when: 'There is no such featured item, or it has no image.' },
  FEATURED_ITEM_LIMIT_REACHED: { status: 403, when: 'The collection has as many featured items as a collection may have.' },
} as const satisfies Record<string, CatalogEntry>;
