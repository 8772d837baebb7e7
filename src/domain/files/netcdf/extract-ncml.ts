import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { findAuxiliaryFile } from '../../../db/queries/files/auxiliary-files.ts';
import type { FileKey, FileWithAccess } from '../../../db/queries/files/file-access.ts';
import { DomainError } from '../../../errors/domain-error.ts';
import { type CommandContext, query } from '../../../kernel/command.ts';
import { composed } from '../../../kernel/composed.ts';
import { addAuxiliaryFile } from '../auxiliary/add-auxiliary-file.ts';
import { auxiliaryTag } from '../auxiliary/auxiliary-tag.ts';
import { locationOf } from '../file-place.ts';
import { loadFile } from '../lock-file.ts';
import { uploadRules } from '../upload-rules.ts';
import { readNetcdfHeader } from '../../../../packages/netcdf-header/read-netcdf-header.ts';
import { writeNcml } from '../../../formats/netcdf/write-ncml.ts';

/** The format under which clients look for it among the auxiliary files. Source: files.md 18, 22.1. */
const FORMAT = { formatTag: 'NcML', formatVersion: '0.1' } as const;

/** What is read of a file at first, and at most: a longer header is taken for none. */
const FIRST_BYTES = 64 * 1024;
const MOST_BYTES = 16 * 1024 * 1024;

async function describeStored({ services }: CommandContext, file: FileWithAccess): Promise<string | null> {
  for (let most = FIRST_BYTES; file.sizeBytes > 0; most *= 16) {
    const length = Math.min(file.sizeBytes, most, MOST_BYTES);
    const header = readNetcdfHeader(await buffer(await services.storage.open(locationOf(file, file), { start: 0, end: length - 1 })));
    if (typeof header === 'object') return writeNcml(header);
    if (header === 'OTHER' || length === file.sizeBytes || length === MOST_BYTES) return null;
  }
  return null;
}

/** What is known of a file. */
interface NetcdfDescription {
  readonly file: FileWithAccess;
  /** Whether it was described before. */
  readonly kept: boolean;
  /** Its description where that is new; null where there is none. */
  readonly ncml: string | null;
}

/** What a file holds as NcML, or that it was described before. @throws DomainError FILE_NOT_FOUND | FILE_BYTES_MISSING */
export const describeNetcdf = query({
  name: 'describeNetcdf',
  subject: loadFile,
  requires: 'Superuser',
  refusedUnder: 'edit',
  run: async (context, { file }, _key: FileKey): Promise<NetcdfDescription> => {
    if ((await findAuxiliaryFile(context.db, file.id, FORMAT)) !== undefined) return { file, kept: true, ncml: null };
    return { file, kept: false, ncml: await describeStored(context, file) };
  },
});

/**
 * Describes the content of a NetCDF file in a classic format, and stores the description as a public auxiliary file.
 * @returns Whether there is such a description now; there is none of other files, those in HDF5 included. Source: files.md 22.1.
 */
export const extractNcml = composed({
  name: 'extractNcml',
  of: [describeNetcdf, addAuxiliaryFile],
  run: async (context: CommandContext, key: FileKey): Promise<boolean> => {
    const { file, kept, ncml } = await describeNetcdf(context, key);
    if (ncml === null) return kept;
    const { storage } = context.services;
    const bytes = await storage.stage(Readable.from([Buffer.from(ncml)]), {
      fileName: 'header.xml',
      suppliedContentType: 'text/xml',
      checksumAlgorithm: uploadRules(context.services).checksumAlgorithm,
      maximumBytes: null,
    });
    try {
      const made = { file: { id: file.id }, ...FORMAT, origin: 'NetCDF', type: 'NcML', isPublic: true };
      await addAuxiliaryFile(context, { ...made, bytes, storageTag: auxiliaryTag(storage.newStorageId()) });
    } catch (error) {
      // A concurrent request has described it.
      if (!(error instanceof DomainError && error.code === 'AUXILIARY_FILE_EXISTS')) throw error;
    } finally {
      await storage.discard(bytes);
    }
    return true;
  },
});
