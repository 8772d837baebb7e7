import { listOf, recordSchema } from '../../records/schema.ts';
import { fileSchema } from './file-record.ts';

export const addedFilesSchema = recordSchema('AddedFiles', 'Files that were added. Source: files.md 4.', { files: listOf(fileSchema) });
