import { z } from 'zod';
import type { StepVerdict } from './step-kind.ts';

const capitalised = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);

const answerKeys = z.record(z.string(), z.unknown());

/** Longest comment that is kept with the version. */
const LONGEST_COMMENT = 10_000;

/** A text of an answer, whose keys and values may be capitalised. */
function textAt(answer: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = answer[key] ?? answer[capitalised(key)];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** Reads a JSON answer to a step; anything that is none is a failure. Source: users-admin.md 14.2. */
export function judgeJsonAnswer(message: string): StepVerdict {
  let parsed: unknown;
  try {
    parsed = JSON.parse(message);
  } catch {
    return { passed: false, comment: 'The step was sent an answer that is no JSON.' };
  }
  const answer = answerKeys.safeParse(parsed);
  if (!answer.success) return { passed: false, comment: 'The step was sent an answer that is no JSON object.' };
  const status = textAt(answer.data, 'status')?.toLowerCase();
  const said = [textAt(answer.data, 'reason'), textAt(answer.data, 'message')].filter((text) => text !== undefined);
  const comment = said.join(': ').slice(0, LONGEST_COMMENT).toWellFormed();
  return { passed: status === 'success', comment: comment === '' ? null : comment };
}
