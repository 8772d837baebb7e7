import type { Actor } from '../../../kernel/actor.ts';
import { notifyHolders, type NotifyingScope } from '../../notifications/notify.ts';

/** Tells those who can publish a new dataset that it is there, where the installation wants that. Source: datasets.md 4.1, users-admin.md 5.3. */
export async function announceCreation(
  scope: NotifyingScope & { readonly actor: Actor },
  datasetId: number,
  except: number | null,
): Promise<void> {
  if (scope.services.settings.get(':SendNotificationOnDatasetCreation') !== true) return;
  await notifyHolders(
    scope,
    { nodeId: datasetId, holding: ['PublishDataset'], except },
    { type: 'DATASETCREATED', subjectId: datasetId, requestorId: scope.actor.account?.id ?? null },
  );
}
