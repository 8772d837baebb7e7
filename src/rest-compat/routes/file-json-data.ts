import { z } from 'zod';
import { DomainError } from '../../errors/domain-error.ts';
import { checkBySchema } from '../schema-problems.ts';

const TABULAR_TAGS = ['Survey', 'Time Series', 'Panel', 'Event', 'Genomics', 'Network', 'Geospatial'];

/** `true`, or the text `true`. Source: http-api.md, File metadata. */
const flag = z.union([z.boolean(), z.string().transform((text) => text.toLowerCase() === 'true')]).nullish();

const jsonData = z.object({
  description: z.string().nullish(),
  directoryLabel: z.string().nullish(),
  label: z.string().nullish(),
  categories: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).nullish(),
  restrict: flag,
  provFreeform: z.string().nullish(),
  provFreeForm: z.string().nullish(),
  dataFileTags: z.array(z.string()).nullish(),
});

const uploadSwitches = z.object({ unpack: flag, forceReplace: flag });

/** What the part `jsonData` may say of a file. */
export type FileJsonData = Omit<z.infer<typeof jsonData>, 'provFreeform' | 'dataFileTags'>;

/** Reads the part `jsonData` of an upload. @throws DomainError BAD_USER_INPUT. Source: files.md 4.1, 7.2. */
export function readFileJsonData(part: unknown): FileJsonData {
  const { dataFileTags, provFreeform, provFreeForm, ...metadata } = checkBySchema(jsonData, part, 'The part jsonData', '/jsonData');
  if (dataFileTags && dataFileTags.length > 0) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `Tags need a tabular file, and this one has not been ingested yet. Known tags: ${TABULAR_TAGS.join(', ')}.`,
      { problems: [{ pointer: '/jsonData/dataFileTags', message: 'must be absent or empty where the file is not tabular' }] },
    );
  }
  return { ...metadata, provFreeForm: provFreeform ?? provFreeForm };
}

/** What the part `jsonData` may say of how an upload is taken, beside what it says of the file. @throws DomainError BAD_USER_INPUT */
export function readUploadSwitches(part: unknown): z.infer<typeof uploadSwitches> {
  return checkBySchema(uploadSwitches, part, 'The part jsonData', '/jsonData');
}
