import { Readable } from 'node:stream';
import { findTableForm } from '../../../db/queries/files/table-forms.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { MADE_BYTES } from '../local-bytes.ts';
import { DESCRIPTION, type FormContext, type KeptForm, keptForm, storeForm, type TableFile } from './table-form.ts';

async function* bytesOf(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of text) yield Buffer.from(part);
}

/**
 * Keeps a document about the variables of a table under its checksum, as a form of the table: an archive is known to its last byte before it
 * is sent, and the document may have megabytes. It changes without the table, so that only the newest few are kept.
 * @throws DomainError FILE_FORM_PENDING if the table is taken away meanwhile
 */
export async function keepDescription(context: FormContext, file: TableFile, text: AsyncIterable<string>): Promise<KeptForm> {
  const { storage } = context.services;
  const staged = await storage.stage(Readable.from(bytesOf(text)), { ...MADE_BYTES, checksumAlgorithm: 'SHA-256' });
  try {
    const key = `${DESCRIPTION}${staged.checksum.value.slice(0, 32)}`;
    if ((await findTableForm(context.db, file.id, key)) === undefined) await storeForm(context, file, key, staged);
    const form = keptForm(file, key, { suffix: '-ddi.xml', contentType: 'text/xml' }, await findTableForm(context.db, file.id, key));
    if (form === undefined) throw new DomainError('FILE_FORM_PENDING', 'This table is being replaced. Try again shortly.');
    return form;
  } finally {
    await storage.discard(staged);
  }
}
