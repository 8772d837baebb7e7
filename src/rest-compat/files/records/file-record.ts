/** The record of a file in a version is its native JSON. */
import { writeFile } from '../../../formats/native-json/write-file.ts';
import type { FileRecordFragment } from '../../../generated/operations.ts';
import type { NativeFile } from '../../../model/native/native-file.ts';

export { nativeDataFileSchema as dataFileSchema, nativeFileSchema as fileSchema } from '../../../model/native/native-file.ts';
export type FileRecord = NativeFile;

/** The record of a file in a version. Source: files.md 3. */
export function fileRecord(file: FileRecordFragment): FileRecord {
  return writeFile(file);
}
