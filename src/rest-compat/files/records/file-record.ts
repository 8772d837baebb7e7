/** The record of a file in a version is its native JSON. */
import { type NativeFile, writeFile } from '../../../formats/native-json/native-file.ts';
import type { FileRecordFragment } from '../../../generated/operations.ts';

export { nativeDataFileSchema as dataFileSchema, nativeFileSchema as fileSchema } from '../../../formats/native-json/native-file.ts';
export type FileRecord = NativeFile;

/** The record of a file in a version. Source: files.md 3. */
export function fileRecord(file: FileRecordFragment): FileRecord {
  return writeFile(file);
}
