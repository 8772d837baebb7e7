import type { FieldDefinition } from '../../model/metadata/block-definition.ts';
import { parseFloatingPoint } from '../../formats/values/number-format.ts';
import { FILLER } from '../../formats/values/value-format.ts';
import type { CompoundValue } from '../../model/metadata/version-metadata.ts';
import { type ToldRule, broken } from '../../errors/rules/broken.ts';

/** The compound field whose four children are checked as the edges of a box. Source: blocks.md 7. */
export const BOUNDING_BOX = 'geographicBoundingBox';

/** Largest absolute degree of each edge. */
const EDGE_LIMITS: ReadonlyMap<string, number> = new Map([
  ['westLongitude', 180],
  ['eastLongitude', 180],
  ['northLatitude', 90],
  ['southLatitude', 90],
]);

/** Checks one edge; returns the rule that it breaks, or null when it fits or the field is no edge. */
export function checkEdge(definition: FieldDefinition, text: string): ToldRule | null {
  const limit = EDGE_LIMITS.get(definition.name);
  if (limit === undefined || text === FILLER) return null;
  const degrees = parseFloatingPoint(text);
  // Written so that NaN fails, too.
  if (degrees !== undefined && Math.abs(degrees) <= limit) return null;
  return broken('EDGE', { field: definition.name, title: definition.displayName, limit });
}

/** Whether a box has all four edges, its west not east of its east and its south not north of its north. A point is a box. */
export function isBox(box: CompoundValue): boolean {
  const edges = [...EDGE_LIMITS.keys()].map((name) => box[name]?.value);
  if (edges.includes(undefined)) return false;
  const [west, east, north, south] = edges.map((value) => (typeof value === 'string' ? parseFloatingPoint(value) : undefined));
  return isOrdered(west, east) && isOrdered(south, north);
}

/** Edges that are no numbers are reported by `checkEdge` or exempt; there is no order to break. */
function isOrdered(low: number | undefined, high: number | undefined): boolean {
  return low === undefined || high === undefined || !(low > high);
}
