import type { Output } from './output.ts';
import { barText, sizeText } from './sizes.ts';

/** Counts what a transfer has moved, and shows it. */
export interface TransferProgress {
  bytes(count: number): void;
  file(): void;
}

/** @param verb What is shown in front, such as `Uploading` */
export function transferProgress(output: Output, verb: string, all: { readonly files: number; readonly bytes: number }): TransferProgress {
  const begin = performance.now();
  let bytes = 0;
  let files = 0;
  const show = (): void => {
    const rate = bytes / Math.max(0.001, (performance.now() - begin) / 1000);
    output.progress(
      `${verb} ${barText(bytes, all.bytes)}  ${sizeText(bytes)} of ${sizeText(all.bytes)}, ${files} of ${all.files} files, ${sizeText(rate)}/s`,
    );
  };
  return {
    bytes: (count) => {
      bytes += count;
      show();
    },
    file: () => {
      files += 1;
      show();
    },
  };
}
