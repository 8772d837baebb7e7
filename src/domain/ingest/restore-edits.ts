import type { Queryable } from '../../db/client.ts';
import { signVariables, takeFormerEdits } from '../../db/queries/ingest/former-edits.ts';
import { insertVariableEdits } from '../../db/queries/ingest/variable-edits.ts';

/**
 * Gives the variables of a new table what was edited of those of the file that it replaces, where both tables are equal: variables of the same
 * names with the same values, in the same order. Source: files.md 5.
 * @returns Their id; undefined where there are none
 */
export async function restoreEdits(db: Queryable, dataFileId: number): Promise<number | undefined> {
  const former = await takeFormerEdits(db, dataFileId);
  if (former === undefined) return undefined;
  const { sign, ids } = await signVariables(db, dataFileId);
  if (sign !== former.sign) return undefined;
  const idAt = (place: number | null): number | null => (place === null ? null : (ids[place] ?? null));
  const variables = former.variables.flatMap(({ place, weightPlace, edit }) => {
    const id = idAt(place);
    return id === null ? [] : [[id, { ...edit, weightVariableId: idAt(weightPlace) }] as const];
  });
  const groups = former.groups.map(({ label, places }) => {
    const variableIds = places.flatMap((place) => idAt(place) ?? []).toSorted((one, other) => one - other);
    return { label, variableIds, number: undefined };
  });
  return insertVariableEdits(db, dataFileId, new Map(variables), groups);
}
