import type { VersionRow } from '../db/queries/versions/versions.ts';
import type { CommandContext } from './command.ts';

/** Records the view of a published version; views of drafts and deaccessioned versions do not count. Source: datasets.md 1.2, 5.1. */
export function recordView({ services, visitor, actor }: CommandContext, version: Pick<VersionRow, 'id' | 'datasetId' | 'state'>): void {
  if (visitor === undefined || version.state !== 'RELEASED') return;
  const account = actor.account === null ? null : actor.identifier;
  services.usage.record({ visitor, account, datasetId: version.datasetId, resource: `v${version.id}` });
}

/** Records a download of a file that a published version holds. */
export function recordDownload(
  { services, visitor, actor }: CommandContext,
  { id, datasetId, released }: { readonly id: number; readonly datasetId: number; readonly released: boolean },
): void {
  if (visitor === undefined || !released) return;
  const account = actor.account === null ? null : actor.identifier;
  services.usage.record({ visitor, account, datasetId, resource: `f${id}` });
  services.usage.recordDownload(id);
}
