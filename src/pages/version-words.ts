import type { PageVersionFragment } from '../generated/page-operations.ts';
import { messagesOf } from './messages/messages.ts';

type NumberedVersion = Pick<PageVersionFragment, 'state' | 'versionNumber' | 'versionMinorNumber'>;

/** How addresses name a version: `1.0`, or `DRAFT`. */
export function versionParameter({ state, versionNumber, versionMinorNumber }: NumberedVersion): string {
  return state === 'DRAFT' ? 'DRAFT' : `${versionNumber}.${versionMinorNumber}`;
}

/** How people name a version. */
export function versionName(version: NumberedVersion): string {
  return version.state === 'DRAFT' ? messagesOf().reader.states.DRAFT : messagesOf().reader.version(versionParameter(version));
}

/** The version that an address names, as the schema names it; without one the newest that may be seen. */
export function versionReference(parameter: string | undefined): string {
  if (parameter === undefined || parameter === '') return ':latest';
  return parameter.toUpperCase() === 'DRAFT' ? ':draft' : parameter;
}

/** The day of a timestamp, for people, in UTC: readers do not know the server's time zone. */
export function dayOf(moment: string): string {
  return messagesOf().tools.day(moment);
}

/** The same of a day that may be missing. */
export function shownDay(day: string | null | undefined): string | null {
  return day === null || day === undefined ? null : dayOf(day);
}

/** The name of a published version that is not the newest one, by all versions of its dataset, newest first; undefined for the newest. */
export function olderName(version: NumberedVersion, versions: readonly NumberedVersion[]): string | undefined {
  const newest = versions.find(({ state }) => state === 'RELEASED');
  return newest === undefined || versionParameter(newest) === versionParameter(version) ? undefined : versionParameter(version);
}
