import { findLabelSetName } from '../../../db/queries/collections/label-sets.ts';
import type { Queryable } from '../../../db/client.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import type { SettingsSource } from '../../../kernel/ports/settings-source.ts';

/** Stands for "no labels" wherever a set can be named. Source: datasets.md 10.3. */
const NO_LABELS = 'DISABLED';
/** Stands for "what the collections above say" wherever a set can be named. */
export const INHERITED_LABELS = 'DEFAULT';

/** The labels that a dataset can have. */
export interface CurationLabels {
  /** Name of the set in effect, or `DISABLED`. */
  readonly setName: string;
  readonly labels: readonly string[];
}

/** The set of labels in effect for a dataset: its own, else that of the nearest collection above which has one, else none. */
export async function curationLabelsOf(db: Queryable, settings: SettingsSource, datasetId: number): Promise<CurationLabels> {
  const setName = (await findLabelSetName(db, datasetId)) ?? NO_LABELS;
  const sets = settings.get(':AllowedCurationLabels') ?? {};
  return { setName, labels: Object.hasOwn(sets, setName) ? (sets[setName] ?? []) : [] };
}

/** What is kept of a choice of label set; null inherits. @throws DomainError BAD_USER_INPUT when there is no such set. */
export function chosenLabelSet(settings: SettingsSource, name: string): string | null {
  if (name === INHERITED_LABELS) return null;
  const sets = settings.get(':AllowedCurationLabels') ?? {};
  if (name === NO_LABELS || Object.hasOwn(sets, name)) return name;
  const known = [INHERITED_LABELS, NO_LABELS, ...Object.keys(sets)].join(', ');
  throw new DomainError('BAD_USER_INPUT', `There is no set of curation labels ${name}; the sets are ${known}.`, {
    problems: [{ pointer: '/name', message: `must be one of ${known}` }],
  });
}
