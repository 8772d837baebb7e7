import { describe, expect, test } from 'vitest';
import { DomainError } from '../../../src/errors/domain-error.ts';

describe('a refusal does not grow without end with what was sent', () => {
  test('by the number of problems', () => {
    const problems = Array.from({ length: 5000 }, (_, index) => ({ pointer: `/${index}`, message: 'is no block' }));
    const error = new DomainError('BAD_USER_INPUT', problems.map(({ message }) => message).join('; '), { problems });
    expect(error.problems).toHaveLength(1001);
    expect(error.problems.at(-1)?.message).toContain('first 1000');
    expect(error.message.length).toBeLessThan(11_000);
  });

  test('by what they repeat', () => {
    const long = 'x'.repeat(1_000_000);
    const error = new DomainError('BAD_USER_INPUT', long, { problems: [{ pointer: `/${long}`, message: `${long} is no block` }] });
    expect(error.message.length).toBeLessThan(11_000);
    expect(JSON.stringify(error.problems).length).toBeLessThan(3000);
  });

  test('and an ordinary one says all there is to say', () => {
    const problems = [{ pointer: '/name', message: 'is missing' }];
    const error = new DomainError('BAD_USER_INPUT', 'The body breaks a rule: /name: is missing.', { problems });
    expect(error).toMatchObject({ message: 'The body breaks a rule: /name: is missing.', problems });
  });
});
