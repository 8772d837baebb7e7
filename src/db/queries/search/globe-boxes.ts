/** Bounding boxes of datasets, and what lies near a place. Source: collections.md 11.1. */
import { type SQL, sql } from 'drizzle-orm';
import type { GlobeBox } from '../../../model/search/globe-box.ts';

/** The edges of a box as numbers; of a text that is none, null. */
const edge = (name: string): SQL =>
  sql`(case when box -> ${sql.raw(`'${name}'`)} ->> 'value' ~ '^\\s*-?\\d{1,3}(\\.\\d{1,15})?\\s*$' then (box -> ${sql.raw(`'${name}'`)} ->> 'value')::float8 end)`;

/** The boxes of `doc` that have four edges, as a table of `west`, `east`, `south` and `north` in degrees. */
export const boxesOf = sql`(
  select * from (
    select ${edge('westLongitude')} as west, ${edge('eastLongitude')} as east, ${edge('southLatitude')} as south, ${edge('northLatitude')} as north
    from dataset_version v, jsonb_path_query(v.metadata::jsonb, 'lax $.geospatial[*] ? (@.typeName == "geographicBoundingBox").value[*]') box
    where doc.kind = 'DATASET' and doc.facets && array['metadata_type=geospatial'] and v.id = doc.row_id) read
  where west is not null and east is not null and south is not null and north is not null)`;

/** Whether `doc` has a box. */
export const hasBox = sql`exists (select from ${boxesOf} b)`;

/** Whether a box of `doc` touches one of some boxes, none of which crosses longitude 180. */
export function touches(boxes: readonly GlobeBox[]): SQL {
  const any = boxes.map(
    ({ west, east, south, north }) => sql`(b.south <= ${north}::float8 and b.north >= ${south}::float8 and case when b.west <= b.east
      then b.west <= ${east}::float8 and b.east >= ${west}::float8 else b.west <= ${east}::float8 or b.east >= ${west}::float8 end)`,
  );
  return sql`exists (select from ${boxesOf} b where ${sql.join(any, sql` or `)})`;
}
