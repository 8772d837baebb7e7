/** What is known of the variables of a table, for another installation. Source: exports.md 17.2. */
import { hasFile, listEditedPlaces, listEditsIds, listGroupPlaces } from '../../../db/queries/datasets/carried-tables.ts';
import { listDataVariables } from '../../../db/queries/ingest/data-tables.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { CarriedTablePart } from '../../../formats/native-json/carried-table.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { detail } from '../../../kernel/detail.ts';
import { CARRIED_TABLE_PARTS, type CarriedTablePartKind } from '../../../vocabulary/ingest.ts';
import type { CarriedView } from './view-carried-dataset.ts';

/** After which part a page begins. */
export interface CarriedPartsPlace {
  readonly kind: CarriedTablePartKind;
  /** Edits that it belongs to; 0 for variables. */
  readonly editsId: number;
  /** Place of a variable, or number of a group; -1 before the first one. */
  readonly place: number;
}

interface PartsPage {
  readonly parts: readonly CarriedTablePart[];
  readonly next: CarriedPartsPlace | null;
}

/** A page of one kind; where it has no more, the next one begins with the next kind. */
function pageOf<Row>(
  rows: readonly Row[],
  { kind, limit }: { readonly kind: CarriedPartsPlace['kind']; readonly limit: number },
  write: { readonly part: (row: Row) => CarriedTablePart; readonly place: (row: Row) => Omit<CarriedPartsPlace, 'kind'> },
): PartsPage {
  const last = rows.at(-1);
  const parts = rows.map((row) => write.part(row));
  if (last !== undefined && rows.length === limit) return { parts, next: { kind, ...write.place(last) } };
  const following = CARRIED_TABLE_PARTS[CARRIED_TABLE_PARTS.indexOf(kind) + 1];
  return { parts, next: following === undefined ? null : { kind: following, editsId: 0, place: -1 } };
}

/**
 * A page of what is known of the variables of a table: the variables, what was edited of them, their groups. None for a file that is no table.
 * @throws DomainError FILE_NOT_FOUND when the dataset has no such file
 */
export const listCarriedTableParts = detail({
  name: 'listCarriedTableParts',
  run: async (
    { db }: CommandContext,
    { dataset }: CarriedView,
    fileId: number,
    { after, limit }: { readonly after: CarriedPartsPlace; readonly limit: number },
  ): Promise<PartsPage> => {
    if (!(await hasFile(db, dataset.id, fileId))) throw new DomainError('FILE_NOT_FOUND', `The dataset has no file ${fileId}.`);
    const { kind, place } = after;
    if (kind === 'variable') {
      return pageOf(
        await listDataVariables(db, fileId, { after: place, limit }),
        { kind, limit },
        {
          part: ({ id: _id, dataFileId: _file, fileOrder: _place, ...variable }) => ({ variable }),
          place: ({ fileOrder }) => ({ editsId: 0, place: fileOrder }),
        },
      );
    }
    const editsIds = (await listEditsIds(db, [fileId])).get(fileId) ?? [];
    const edits = (editsId: number): number => editsIds.indexOf(editsId) + 1;
    if (kind === 'edited') {
      return pageOf(
        await listEditedPlaces(db, editsIds, { ...after, limit }),
        { kind, limit },
        {
          part: ({ editsId, ...edit }) => ({ edited: { edits: edits(editsId), ...edit } }),
          place: ({ editsId, variable }) => ({ editsId, place: variable }),
        },
      );
    }
    return pageOf(
      await listGroupPlaces(db, editsIds, { ...after, limit }),
      { kind, limit },
      {
        part: ({ editsId, label, variables }) => ({ group: { edits: edits(editsId), label, variables } }),
        place: ({ editsId, number }) => ({ editsId, place: number }),
      },
    );
  },
});
