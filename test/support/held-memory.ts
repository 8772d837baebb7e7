import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
// A context that is made under the flag has the function.
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of reachable buffers in this process; garbage does not count. */
export function bytesHeldOutsideHeap(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Bytes of reachable objects and code in this process. */
export function bytesHeldInHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}
