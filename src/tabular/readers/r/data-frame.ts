/** Which object of a file is the table. Source: files.md 19.6 */
import { TableError } from '../../table-error.ts';
import type { SerialHeader } from './serial-header.ts';
import type { List, SerialValue } from './serial-value.ts';
import type { VectorValues } from './vector-values.ts';
import { ObjectWalker } from './walk-objects.ts';

/** A data frame, its columns, their attributes, and what those have. */
const KEPT_LEVELS = 7;

async function isFrame(value: SerialValue, values: VectorValues): Promise<boolean> {
  if (value.kind !== 'list' || value.elements.length !== value.length) return false;
  return (await values.texts(value.attributes.get('class'))).includes('data.frame');
}

/**
 * The data frame of a file: the only object, or the only data frame of a workspace; other objects are passed over.
 * @throws TableError UNSUPPORTED when there is none, or more than one
 */
export async function findFrame({ input, isWorkspace }: SerialHeader, values: VectorValues): Promise<List> {
  const walker = new ObjectWalker(input);
  const frames: List[] = [];
  const names: string[] = [];
  const consider = async (name: string, value: SerialValue): Promise<void> => {
    if (walker.takeOverflow() || value.kind !== 'list' || !(await isFrame(value, values))) return;
    frames.push(value);
    names.push(name);
    if (frames.length > 1) {
      throw new TableError(
        'UNSUPPORTED',
        `The file has several data frames, ${names.join(' and ')} among them; only a file with one is a table.`,
      );
    }
  };
  if (isWorkspace) for await (const { tag, value } of walker.pairs(await input.integer(), 0, KEPT_LEVELS)) await consider(tag, value);
  else await consider('', await walker.object(0, KEPT_LEVELS));
  const [frame] = frames;
  if (frame === undefined) throw new TableError('UNSUPPORTED', 'The file has no data frame.');
  return frame;
}
