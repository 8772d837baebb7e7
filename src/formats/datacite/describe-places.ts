import { childText, compoundsOf, textsOf } from '../../model/metadata/metadata-values.ts';
import { parseFloatingPoint } from '../values/number-format.ts';
import type { CompoundValue, VersionMetadata } from '../../model/metadata/version-metadata.ts';
import type { DataciteGeoLocation } from './metadata-model.ts';

const COVERAGE_PARTS = ['country', 'state', 'city', 'otherGeographicCoverage'];

function degrees(box: CompoundValue, edge: string): number | undefined {
  const text = childText(box, edge);
  const value = text === undefined ? undefined : parseFloatingPoint(text);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

/** A complete box, or with `points` the point that one without extent is; nothing for one that lacks an edge. */
export function boxOf(box: CompoundValue, { points }: { readonly points: boolean }): DataciteGeoLocation[] {
  const west = degrees(box, 'westLongitude');
  const east = degrees(box, 'eastLongitude');
  const north = degrees(box, 'northLatitude');
  const south = degrees(box, 'southLatitude');
  if (west === undefined || east === undefined || north === undefined || south === undefined) return [];
  if (points && west === east && north === south) return [{ geoLocationPoint: { pointLongitude: west, pointLatitude: south } }];
  return [
    {
      geoLocationBox: {
        westBoundLongitude: west,
        eastBoundLongitude: east,
        southBoundLatitude: south,
        northBoundLatitude: north,
      },
    },
  ];
}

/** Places, boxes and places of production of a version. Source: exports.md 6, row 17. */
export function describePlaces(metadata: VersionMetadata): DataciteGeoLocation[] {
  const covered = compoundsOf(metadata, 'geographicCoverage')
    .map((coverage) => COVERAGE_PARTS.flatMap((part) => childText(coverage, part) ?? []).join(', '))
    .filter((place) => place !== '');
  return [
    ...covered.map((geoLocationPlace) => ({ geoLocationPlace })),
    ...compoundsOf(metadata, 'geographicBoundingBox').flatMap((box) => boxOf(box, { points: true })),
    ...textsOf(metadata, 'productionPlace').map((geoLocationPlace) => ({ geoLocationPlace })),
  ];
}
