import type { ToldRefusal } from './ask.ts';
import type { Endable } from './persistently.ts';
import { Canceled, Refused } from './refusals.ts';

function refusalIn({ status, responseText }: XMLHttpRequest): Refused {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this page, which answers as `upload-steps.ts` says
    return new Refused(JSON.parse(responseText) as ToldRefusal, status);
  } catch {
    // What stands in front of the server answers in its own way.
    return new Refused({ message: String(status) }, status);
  }
}

/** Sends a part; `fetch` would not say how far it is. @throws Refused | Canceled | TypeError where the connection was lost */
export function sendPart(path: string, bytes: Blob, endable: Endable, tellSent: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', path);
    request.upload.addEventListener('progress', ({ loaded }) => tellSent(loaded));
    request.addEventListener('load', () => {
      if (request.status === 200) resolve();
      else reject(refusalIn(request));
    });
    request.addEventListener('error', () => reject(new TypeError('The connection was lost.')));
    request.addEventListener('abort', () => reject(new Canceled()));
    endable.abort = () => request.abort();
    request.send(bytes);
  });
}
