/** All that differs between two versions; its files are told a page at a time. */
import type { VersionComparison } from '../../domain/versions/compare-versions.ts';
import { countChanges } from '../../domain/versions/summarize-versions.ts';
import type { BlockDifference, FieldDifference } from '../../domain/metadata/diff-metadata.ts';
import { fieldText } from '../../model/metadata/field-values.ts';
import { type DatasetModel, type DatasetVersionModel, versionModel } from '../models.ts';

interface FieldChange extends Pick<FieldDifference, 'kind' | 'oldField' | 'newField'> {
  readonly typeName: string;
  readonly title: string;
  readonly displayOnCreate: boolean;
  readonly oldText: string;
  readonly newText: string;
  readonly addedCount: number;
  readonly deletedCount: number;
  readonly changedCount: number;
}

interface BlockChange {
  readonly name: string;
  readonly displayName: string;
  readonly fields: readonly FieldChange[];
}

/** A comparison of two versions, with the models that its files are shown through. */
export interface VersionDiffModel {
  readonly from: DatasetVersionModel;
  readonly to: DatasetVersionModel;
  readonly metadataChanges: readonly BlockChange[];
  readonly files: VersionComparison['files'];
  readonly termChanges: VersionComparison['terms'];
}

/** The blocks that differ, with their fields. */
export function metadataChanges(blocks: readonly BlockDifference[]): BlockChange[] {
  return blocks.map(({ block, fields }) => ({
    name: block.name,
    displayName: block.displayName,
    fields: fields.map((difference) => {
      const { definition, kind, oldField, newField } = difference;
      const { added, deleted, changed } = countChanges(difference);
      return {
        typeName: definition.name,
        title: definition.title,
        displayOnCreate: definition.displayOnCreate,
        kind,
        oldField,
        newField,
        oldText: fieldText(oldField),
        newText: fieldText(newField),
        addedCount: added,
        deletedCount: deleted,
        changedCount: changed,
      };
    }),
  }));
}

/** A comparison of two versions of a dataset. */
export function diffOf(dataset: DatasetModel, { from, to, metadata, files, terms }: VersionComparison): VersionDiffModel {
  const [older, later] = [versionModel(dataset, from), versionModel(dataset, to)];
  return {
    from: older,
    to: later,
    metadataChanges: metadataChanges(metadata),
    files,
    termChanges: terms,
  };
}
