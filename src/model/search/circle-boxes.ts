import type { GlobeBox } from './globe-box.ts';
import type { SearchCircle } from './search-request.ts';

const KILOMETRES_PER_DEGREE = 111.195;

/** A box as boxes none of which crosses longitude 180. */
export function withinLongitudes(box: GlobeBox): GlobeBox[] {
  if (box.west <= box.east) return [box];
  return [
    { ...box, east: 180 },
    { ...box, west: -180 },
  ];
}

/**
 * The box around a circle; two where it crosses longitude 180, and all longitudes where it holds a pole: no box that is given crosses
 * longitude 180.
 */
export function boxesAround({ latitude, longitude, radiusKilometres }: SearchCircle): GlobeBox[] {
  const height = Math.min(180, radiusKilometres / KILOMETRES_PER_DEGREE);
  const [south, north] = [Math.max(-90, latitude - height), Math.min(90, latitude + height)];
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const ratio = Math.sin(radians(height)) / Math.cos(radians(latitude));
  // Meridians touch the circle farther from its middle than its radius is long there.
  const width = south === -90 || north === 90 || height >= 90 || ratio >= 1 ? 180 : Math.asin(ratio) * (180 / Math.PI);
  if (width >= 180) return [{ west: -180, east: 180, south, north }];
  const [west, east] = [longitude - width, longitude + width];
  const turned = (degrees: number): number => (degrees < -180 ? degrees + 360 : degrees > 180 ? degrees - 360 : degrees);
  return withinLongitudes({ west: turned(west), east: turned(east), south, north });
}
