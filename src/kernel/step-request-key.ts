import { createHmac } from 'node:crypto';

/** The key that requests of workflows are signed with, made of the installation's signing key. */
export function stepRequestKey(signingKey: Buffer): Buffer {
  return createHmac('sha256', signingKey).update('requests of workflow steps').digest();
}
