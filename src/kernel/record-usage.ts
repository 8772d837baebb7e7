import type { VersionRow } from '../db/queries/versions/versions.ts';
import type { CommandContext } from './command.ts';

/**
 * Takes note that somebody is shown a published version; a draft and a withdrawn version have no readers that count.
 * Source: datasets.md 1.2, 5.1.
 */
export function recordView({ services, visitor, actor }: CommandContext, version: Pick<VersionRow, 'id' | 'datasetId' | 'state'>): void {
  if (visitor === undefined || version.state !== 'RELEASED') return;
  const account = actor.account === null ? null : actor.identifier;
  services.usage.record({ visitor, account, datasetId: version.datasetId, resource: `v${version.id}` });
}

/** Takes note that somebody gets the bytes of a file that a published version holds. */
export function recordDownload(
  { services, visitor, actor }: CommandContext,
  { id, datasetId, released }: { readonly id: number; readonly datasetId: number; readonly released: boolean },
): void {
  if (visitor === undefined || !released) return;
  const account = actor.account === null ? null : actor.identifier;
  services.usage.record({ visitor, account, datasetId, resource: `f${id}` });
  services.usage.recordDownload(id);
}
