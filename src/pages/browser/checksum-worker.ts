/** Makes the SHA-256 of a file beside the page. */
import { hexDigest } from './upload/hex-digest.ts';

/** What the worker tells the page. */
export type ChecksumNews = { readonly done: number } | { readonly checksum: string } | { readonly problem: string };

function tell(news: ChecksumNews): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers take none
  self.postMessage(news);
}

self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  hexDigest(data, (done) => tell({ done })).then(
    (checksum) => tell({ checksum }),
    (error: unknown) => tell({ problem: String(error) }),
  );
});
