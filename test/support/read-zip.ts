import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { crc32 } from 'node:zlib';

/** An entry of an archive that was read. */
export interface ReadZipEntry {
  readonly path: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Reads an archive to its end, in its order. @throws Error when it is damaged or a checksum does not fit. */
export async function readZip(bytes: Buffer): Promise<ReadZipEntry[]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const entries: ReadZipEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const content = entry.fileName.endsWith('/') ? Buffer.alloc(0) : await buffer(await zip.openReadStreamPromise(entry));
    if (crc32(content) !== entry.crc32) throw new Error(`The checksum of ${entry.fileName} does not fit.`);
    entries.push({ path: entry.fileName, bytes: content, text: content.toString() });
  }
  return entries;
}
