import { z } from 'zod';
import { type AuxiliaryFormat, deleteAuxiliaryFile } from '../../../db/queries/files/auxiliary-files.ts';
import type { FileKey } from '../../../db/queries/files/file-access.ts';
import { command } from '../../../kernel/command.ts';
import { forgetBytes } from '../../versions/forget-bytes.ts';
import { locationOf } from '../file-place.ts';
import { lockFile } from '../lock-file.ts';
import { auxiliaryFileNotFound, auxiliaryFormat } from './auxiliary-format.ts';

/** Removes an auxiliary file, whether its file is published or not; the bytes go after the commit. Source: files.md 22.5. */
export const removeAuxiliaryFile = command({
  name: 'removeAuxiliaryFile',
  input: z.object({ file: z.custom<FileKey>(), ...auxiliaryFormat }),
  subject: (scope, { file }) => lockFile(scope, file),
  requires: 'EditDataset',
  refusedUnder: 'edit',
  run: async (scope, { dataset, file }, format): Promise<{ readonly fileId: number } & AuxiliaryFormat> => {
    const removed = await deleteAuxiliaryFile(scope.tx, file.id, format);
    if (removed === undefined) throw auxiliaryFileNotFound(file.id, format);
    const { storageId } = locationOf(dataset, file, removed.storageTag);
    forgetBytes(scope, dataset, [{ id: file.id, storageDriver: file.storageDriver, storageId }]);
    const { formatTag, formatVersion } = removed;
    scope.note({ file: file.id, formatTag, formatVersion });
    return { fileId: file.id, formatTag, formatVersion };
  },
});
