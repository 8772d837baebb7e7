import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../../errors/domain-error.ts';
import { limitExceededBy } from '../../../json-extent.ts';
import { LineTooLong, linesOf } from '../../../lines.ts';
import { FormFile } from '../../../storage/form-file.ts';
import { type CarriedDocument, carriedProblems, DocumentReader } from './carried-document.ts';

/** Largest document: what is kept of it takes some four times as much memory. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Longest line: a version with everything that an import of one may have. */
const MOST_LINE_BYTES = 10 * 1024 * 1024;
/** Text that is read in one piece of work: what has arrived already comes without a pause. */
const CHARACTERS_AT_ONCE = 256 * 1024;

function tooLarge(what: string, bytes: number): DomainError {
  return new DomainError('FILE_TOO_LARGE', `${what} must not be larger than ${bytes} bytes.`);
}

/** What a stream brings up to a limit. @throws DomainError FILE_TOO_LARGE */
async function* upTo(source: AsyncIterable<unknown>, mostBytes: number): AsyncGenerator {
  let bytes = 0;
  for await (const chunk of source) {
    if (Buffer.isBuffer(chunk)) bytes += chunk.length;
    if (bytes > mostBytes) throw tooLarge('The description of a dataset', mostBytes);
    yield chunk;
  }
}

/** A line as JSON, whose values are counted before it is parsed. @throws DomainError BAD_USER_INPUT | MALFORMED_JSON */
function parseLine(line: string, number: number): unknown {
  const exceeded = limitExceededBy(line);
  if (exceeded !== undefined) throw carriedProblems([{ pointer: `/${number}`, message: exceeded }]);
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new DomainError('MALFORMED_JSON', `Line ${number} of the description of the dataset is no JSON.`, { cause });
  }
}

/**
 * Reads an uploaded dataset line by line, so that no piece of work is long. @throws DomainError BAD_USER_INPUT | MALFORMED_JSON |
 * FILE_TOO_LARGE. Source: exports.md 17.3.
 */
export async function receiveCarried(upload: unknown): Promise<CarriedDocument> {
  if (!(upload instanceof FormFile)) {
    throw carriedProblems([{ pointer: '/input/dataset', message: 'must be a file of a multipart request' }]);
  }
  const reader = new DocumentReader();
  let number = 0;
  let read = 0;
  try {
    for await (const line of linesOf(upTo((await upload.arrive()).createReadStream(), MOST_BYTES), MOST_LINE_BYTES)) {
      number += 1;
      reader.add(parseLine(line, number), number);
      read += line.length;
      if (read < CHARACTERS_AT_ONCE) continue;
      read = 0;
      await setImmediate();
    }
  } catch (error) {
    throw error instanceof LineTooLong ? tooLarge('A line of the description of a dataset', MOST_LINE_BYTES) : error;
  }
  return reader.end();
}
