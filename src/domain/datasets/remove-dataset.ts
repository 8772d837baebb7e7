import type { DatasetWithGrants } from '../../db/queries/datasets/datasets.ts';
import { listStoredFiles } from '../../db/queries/files/file-versions.ts';
import { deleteSubtree } from '../../db/queries/gate/nodes.ts';
import type { Scope } from '../../kernel/command.ts';
import { persistentIdText } from '../../model/persistent-id.ts';
import { requestFileAbandonments } from '../identifiers/request-file-registration.ts';
import { requestAbandonment } from '../identifiers/request-registration.ts';
import { forgetBytes } from '../versions/forget-bytes.ts';

/**
 * Removes a dataset with its versions, files, assignments, locks and links. The outbox takes care of the bytes, and of the
 * persistent identifier: one that was never public is given back, another one has to lead to a tombstone.
 */
export async function removeDataset(scope: Scope, dataset: DatasetWithGrants): Promise<void> {
  forgetBytes(scope, dataset, await listStoredFiles(scope.tx, dataset.id));
  await requestFileAbandonments(scope, dataset);
  await deleteSubtree(scope.tx, dataset.id);
  const { protocol, authority, separator, identifier, publishedAt, path } = dataset;
  scope.note({ deleted: persistentIdText(dataset) });
  requestAbandonment(scope, dataset.id, dataset);
  scope.emit({
    kind: 'DatasetDestroyed',
    subjectId: dataset.id,
    payload: { protocol, authority, separator, identifier, wasPublished: publishedAt !== null, path },
  });
}
