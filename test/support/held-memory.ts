import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// A context that is made under the flag has the function.
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of buffers that somebody in this process still holds; what only waits to be collected does not count. */
export function bytesHeldOutsideHeap(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Bytes of objects and code that somebody in this process still holds. */
export function bytesHeldInHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
