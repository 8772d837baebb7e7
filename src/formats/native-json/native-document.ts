/** A dataset with one of its versions as one document of native JSON, which is written a piece at a time: files may be many. */
import { type NativeDatasetFacts, writeDataset } from './native-dataset.ts';
import { type NativeFileFacts, writeFile } from './native-file.ts';
import { type NativeVersionFacts, writeVersion } from './native-version.ts';

/** Files that are put together in a piece. */
const FILES_OF_PIECE = 100;

export interface NativeDocumentFacts {
  readonly dataset: NativeDatasetFacts;
  readonly version: NativeVersionFacts;
  /** By name. */
  readonly files: AsyncIterable<NativeFileFacts>;
  /** Keys after those of the dataset. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Plain text, the last key of the version. */
  readonly citation?: string;
}

async function* filePieces(files: AsyncIterable<NativeFileFacts>): AsyncGenerator<string> {
  let texts: string[] = [];
  let before = '';
  for await (const file of files) {
    texts.push(JSON.stringify(writeFile(file)));
    if (texts.length < FILES_OF_PIECE) continue;
    yield `${before}${texts.join(',')}`;
    texts = [];
    before = ',';
  }
  if (texts.length > 0) yield `${before}${texts.join(',')}`;
}

/** Writes the document. Source: exports.md 10. */
export async function* nativeDocument({ dataset, version, files, more = {}, citation }: NativeDocumentFacts): AsyncGenerator<string> {
  const record = JSON.stringify({ ...writeDataset(dataset), ...more });
  const described = JSON.stringify(writeVersion(version));
  yield `${record.slice(0, -1)},"datasetVersion":${described.slice(0, -1)},"files":[`;
  yield* filePieces(files);
  yield citation === undefined ? ']}}' : `],"citation":${JSON.stringify(citation)}}}`;
}
