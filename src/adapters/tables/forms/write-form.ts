import { appendFileSync, createWriteStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { bytesOfFile, type ByteSource } from '../../../tabular/byte-source.ts';
import { openTabText } from '../../../tabular/readers/tab-text/read-tab-text.ts';
import { defaultLimits, type ScratchFile } from '../../../tabular/table-reader.ts';
import type { Table } from '../../../tabular/table.ts';
import { columnsOfText, csvText, jsonLines } from '../../../tabular/writers/derived-text.ts';
import type { FormOrder } from './form-messages.ts';

const OPTIONS = { limits: defaultLimits };

/** Makes a form of a table. @throws TableError */
export async function writeForm(order: FormOrder): Promise<void> {
  if (order.form === 'parquet') {
    const { writeParquet } = await import('./write-parquet.ts');
    await writeParquet(order);
    return;
  }
  const file = await open(order.textPath);
  try {
    const { size } = await file.stat();
    await writeFrom(bytesOfFile(file, size), order);
  } finally {
    await file.close();
  }
}

async function writeFrom(source: ByteSource, order: FormOrder): Promise<void> {
  const { form, variables, hasHeader, rows, outPath, scratchPath } = order;
  const text = { source, variables, withHeader: hasHeader };
  if (typeof form === 'object') return writeChunks(outPath, columnsOfText(text, form.columns, OPTIONS));
  if (form === 'csv') return writeChunks(outPath, csvText(text, OPTIONS));
  if (form === 'jsonl') return writeChunks(outPath, jsonLines(text, OPTIONS));
  const table = openTabText(source, { variables, rowCount: rows, withHeader: hasHeader }, OPTIONS);
  if (form === 'arrow') {
    const { writeArrowFile } = await import('../../../tabular/writers/arrow-file.ts');
    return writeArrowFile(table, createWriteStream(outPath, { flags: 'wx' }));
  }
  return writeRData(table, outPath, scratchPath);
}

async function writeRData(table: Table, outPath: string, scratchPath: string): Promise<void> {
  const { rData } = await import('../../../tabular/writers/r-data.ts');
  const scratch = await open(scratchPath, 'wx+');
  try {
    await pipeline(Readable.from(rData(table, scratchFile(scratch))), createGzip(), createWriteStream(outPath, { flags: 'wx' }));
  } finally {
    await scratch.close();
    await rm(scratchPath, { force: true });
  }
}

function scratchFile(file: FileHandle): ScratchFile {
  return {
    append: (bytes) => appendFileSync(file.fd, bytes),
    read: async (target, position) => bytesOfFile(file, Number.POSITIVE_INFINITY).read(target, position),
  };
}

/** A chunk is valid until the next one, so that each is written before. */
async function writeChunks(path: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx');
  try {
    for await (const chunk of chunks) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
}
