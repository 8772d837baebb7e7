import { createHash } from 'node:crypto';
import type { StepRun } from './step-kind.ts';

function hashOf({ invocation, position }: Pick<StepRun, 'invocation' | 'position'>, action: string): Buffer {
  return createHash('sha256').update(`${invocation.id} ${position} ${action}`).digest();
}

/** Names a request of an invocation, the same at each try, without telling the invocation's id, which can be a credential. */
export function messageIdOf(run: Pick<StepRun, 'invocation' | 'position'>, action: string): string {
  return `msg_${hashOf(run, action).toString('base64url').slice(0, 32)}`;
}

/** A UUID for something that a step tells of, the same at each try. Source: RFC 9562, 5.8. */
export function stepUuid(run: Pick<StepRun, 'invocation' | 'position'>, what: string): string {
  const bytes = hashOf(run, what).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
