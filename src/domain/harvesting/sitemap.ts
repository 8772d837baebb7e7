/** All published datasets, for search engines. */
import { LAST_SITEMAP_PART, listSitemapPart, listSitemapParts, type SitemapRow } from '../../db/queries/harvesting/sitemap.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { stampChanges } from './stamp-changes.ts';

/** A published dataset. */
export interface SitemapEntry {
  readonly persistentId: string;
  readonly changedAt: Date;
}

/** Numbers of the parts, those without a dataset left out. Public. */
export const viewSitemap = query({
  name: 'viewSitemap',
  subject: noSubject,
  requires: 'Public',
  run: ({ db }): Promise<number[]> => listSitemapParts(db),
});

function entryOf({ persistentId, changedMs }: SitemapRow): SitemapEntry {
  // A change that was committed meanwhile has no stamp yet.
  return { persistentId, changedAt: new Date(changedMs ?? Date.now()) };
}

/** The published datasets of a part: at most 10,000. Public. @throws DomainError NOT_FOUND */
export const viewSitemapPart = query({
  name: 'viewSitemapPart',
  subject: noSubject,
  requires: 'Public',
  run: async ({ db }, _subject, { number }: { readonly number: number }): Promise<readonly SitemapEntry[]> => {
    const read = async (): Promise<readonly SitemapRow[]> => (number < 0 || number > LAST_SITEMAP_PART ? [] : listSitemapPart(db, number));
    let rows = await read();
    if (rows.some(({ changedMs }) => changedMs === null)) {
      await stampChanges(db);
      rows = await read();
    }
    if (rows.length === 0) throw new DomainError('NOT_FOUND', `The sitemap has no part ${number}.`);
    return rows.map(entryOf);
  },
});
