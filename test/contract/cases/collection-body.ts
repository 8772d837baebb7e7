import { uniqueName } from '../../support/seed.ts';

/** Body of a new collection with an alias of its own. */
export function collectionBody(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { name: 'New', alias: uniqueName('new'), collectionContacts: [{ contactEmail: 'a@example.org' }], ...more };
}
