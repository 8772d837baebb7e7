/** What of a file is still to be sent, by what the server says of an upload. */

/** A part that the server does not have. Numbers begin at 1. */
export interface MissingPart {
  readonly number: number;
  readonly sizeBytes: number;
}

export interface UploadState {
  readonly id: string;
  readonly sizeBytes: number;
  /** Of every part but the last one, which may be smaller. */
  readonly partSizeBytes: number;
  readonly complete: boolean;
  /** Those that are missing, in order. */
  readonly parts: readonly MissingPart[];
  readonly storageIdentifier: string;
}

/** A stretch of a file that is sent as one part. */
export interface PartToSend {
  readonly number: number;
  readonly from: number;
  /** Behind its last byte. */
  readonly to: number;
  /** Bytes of the file that the server has before this part is sent. */
  readonly doneBytes: number;
}

/** Bytes that the server has of a file. */
export function doneBytes({ sizeBytes, complete, parts }: UploadState): number {
  return complete ? sizeBytes : sizeBytes - parts.reduce((sum, part) => sum + part.sizeBytes, 0);
}

/** The parts that are to be sent, in order; none of a complete upload. */
export function partPlan(upload: UploadState): readonly PartToSend[] {
  if (upload.complete) return [];
  let done = doneBytes(upload);
  return upload.parts.map(({ number, sizeBytes }) => {
    const from = (number - 1) * upload.partSizeBytes;
    const planned = { number, from, to: from + sizeBytes, doneBytes: done };
    done += sizeBytes;
    return planned;
  });
}
