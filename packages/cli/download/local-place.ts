import { join, resolve, sep } from 'node:path';
import { CliFailure, EXIT } from '../failure.ts';

/** Where a file goes below a folder. A place that leads out of it, or is no name of a file, is refused. @throws CliFailure */
export function localPlace(folder: string, place: string): string {
  const parts = place.split('/').filter((part) => part !== '');
  const isName = (part: string): boolean => part !== '.' && part !== '..' && !/[\0\\]/.test(part) && Buffer.byteLength(part) <= 255;
  const path = resolve(join(folder, ...parts));
  if (parts.length > 0 && parts.every(isName) && path.startsWith(resolve(folder) + sep)) return path;
  throw new CliFailure(EXIT.refused, 'PLACE_REFUSED', 'its name cannot be that of a file here');
}
