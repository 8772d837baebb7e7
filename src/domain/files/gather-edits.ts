import type { Queryable } from '../../db/client.ts';
import type { FileRow } from '../../db/queries/files/file-columns.ts';
import { type FormerEdits, signVariables, takeFormerEdits } from '../../db/queries/ingest/former-edits.ts';
import { listAllEdited, listVariableGroups } from '../../db/queries/ingest/variable-edits.ts';

/**
 * What a record says of the variables of its table, by their places, for a file that is to take its place; undefined where it says nothing. Of a
 * file that replaced another and is no table yet, what waits for it. Source: files.md 5.
 */
export async function gatherEdits(db: Queryable, { variableEditsId, dataFile }: FileRow): Promise<FormerEdits | undefined> {
  if (variableEditsId === null) return takeFormerEdits(db, dataFile.id);
  const [{ sign, ids }, edited, groups] = await Promise.all([
    signVariables(db, dataFile.id),
    listAllEdited(db, variableEditsId),
    listVariableGroups(db, [variableEditsId]),
  ]);
  const places = new Map(ids.map((id, place) => [id, place]));
  return {
    sign,
    variables: edited.flatMap(({ editsId: _edits, dataVariableId, weightVariableId, ...edit }) => {
      const place = places.get(dataVariableId);
      return place === undefined ? [] : [{ place, weightPlace: places.get(weightVariableId ?? 0) ?? null, edit }];
    }),
    groups: groups.map(({ label, variableIds }) => ({ label, places: variableIds.flatMap((id) => places.get(id) ?? []) })),
  };
}
