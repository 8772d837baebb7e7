/** A rebuild of the index of search, as a job that can be followed. */
import { z } from 'zod';
import { addRebuildJob, findRebuild } from '../../db/queries/search/rebuilds.ts';
import { command, query } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { beginRebuild, type SearchRebuildRow } from './rebuild-index.ts';

/** Has the index rebuilt by a job; one that is under way goes on. */
export const rebuildSearchIndex = command({
  name: 'rebuildSearchIndex',
  input: z.object({ buildsIndexes: z.boolean() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async (scope, _subject, { buildsIndexes }): Promise<SearchRebuildRow> => {
    const rebuild = await beginRebuild(scope.tx, { requestedBy: scope.actor.identifier, buildsIndexes });
    await addRebuildJob(scope.tx, rebuild.id);
    scope.note({ rebuild: rebuild.id });
    return rebuild;
  },
});

/** A rebuild, the newest one without an id, and how far it is; null where there is none. */
export const viewSearchRebuild = query({
  name: 'viewSearchRebuild',
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ db }, _subject, { id }: { readonly id: number | null }): Promise<SearchRebuildRow | null> =>
    (await findRebuild(db, id)) ?? null,
});
