import { describe, expect, test } from 'vitest';
import { createSharedAnswers } from '../../../src/graphql/shared-answers.ts';
import { guestActor } from '../../../src/kernel/actor.ts';
import type { RequestContext } from '../../../src/request-context.ts';

// Of a context, its actor alone is read.
const reader = (passesAdminGate: boolean): RequestContext => ({ actor: guestActor({ passesAdminGate }) }) as RequestContext;

describe('answers of streams', () => {
  test('are made once for readers who are the same in every fact, and for the same item and question', async () => {
    const shared = createSharedAnswers<number>();
    let made = 0;
    const answer = (): Promise<number> => Promise.resolve((made += 1));
    const [item, other] = [{}, {}];
    expect(await shared.of(item, reader(false), 'q', answer)).toBe(1);
    expect(await shared.of(item, reader(false), 'q', answer)).toBe(1);
    expect(await shared.of(item, reader(true), 'q', answer)).toBe(2);
    expect(await shared.of(item, reader(false), 'p', answer)).toBe(3);
    expect(await shared.of(other, reader(false), 'q', answer)).toBe(4);
  });

  test('are made anew when they are too old', async () => {
    let now = 0;
    const shared = createSharedAnswers<number>(() => now);
    let made = 0;
    const answer = (): Promise<number> => Promise.resolve((made += 1));
    const item = {};
    expect(await shared.of(item, reader(false), 'q', answer)).toBe(1);
    now = 200;
    expect(await shared.of(item, reader(false), 'q', answer)).toBe(1);
    now = 201;
    expect(await shared.of(item, reader(false), 'q', answer)).toBe(2);
  });
});
