/** What kind of table a file is by its first bytes, whatever its name says. */
import { isPackedR } from './readers/r/packed-start.ts';
import { rReader } from './readers/r/read-r.ts';
import { sasTransportReader } from './readers/sas-transport/read-sas-transport.ts';
import { savReader } from './readers/spss/read-sav.ts';
import { stataReader } from './readers/stata/read-stata.ts';

/** Formats with marks of their own. A workbook is a zip file, and texts have no mark. */
const marked = [stataReader, savReader, sasTransportReader, rReader];

/** The media type of a table that the first bytes (64 KB, or all of them) tell; undefined for none. */
export async function recognisedType(head: Buffer): Promise<string | undefined> {
  const reader = marked.find(({ recognises }) => recognises(head)) ?? ((await isPackedR(head)) ? rReader : undefined);
  return reader?.mediaTypes[0];
}
