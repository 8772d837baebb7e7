import { describe, expect, test } from 'vitest';
import { compileDomainPattern, LONGEST_PATTERN } from '../../../../src/domain/access/groups/mail-domain-pattern.ts';
import { mailDomainMatcher } from '../../../../src/domain/access/groups/mail-matching.ts';
import { seededRandom } from '../../../integration/domain/seeded-random.ts';

describe('an e-mail address belongs to the groups of its domain', () => {
  const matcher = mailDomainMatcher([
    { alias: 'uni', domains: ['example.edu', 'Example.AC.uk'], regex: false },
    { alias: 'all', domains: ['(.+\\.)?example\\.(edu|ac\\.uk)'], regex: true },
    { alias: 'dotted', domains: ['example.edu'], regex: true },
    { alias: 'broken', domains: ['(', 'broken\\.example'], regex: true },
  ]);

  test.each([
    ['a@example.edu', ['&mail/uni', '&mail/all', '&mail/dotted']],
    ['A@EXAMPLE.Edu', ['&mail/uni', '&mail/all', '&mail/dotted']],
    ['a@lab.example.edu', ['&mail/all']],
    ['a@example.ac.uk', ['&mail/uni', '&mail/all']],
    ['a@notexample.edu', []],
    ['a@example.edu.evil.example', []],
    // A dot of a regular expression is any character.
    ['a@examplexedu', ['&mail/dotted']],
    // What stands before the domain does not count.
    ['"b@example.edu"@other.example', []],
    ['a@broken.example', ['&mail/broken']],
    ['no address', []],
    ['a@', []],
    [`a@${'x'.repeat(300)}.example.edu`, []],
  ])('%s', (email, groups) => {
    expect(matcher(email)).toEqual(groups);
  });
});

describe('a pattern', () => {
  test.each([
    ['example\\.org', 'example.org', 'exampleXorg'],
    ['^example\\.org$', 'example.org', 'example.orgs'],
    ['[a-z0-9-]+\\.example\\.org', 'lab-1.example.org', 'lab_1.example.org'],
    ['([a-z]+\\.)*example\\.org', 'a.b.example.org', 'a..example.org'],
    ['(?:lab|office)\\d{2,3}\\.org', 'LAB123.org', 'lab1.org'],
    ['x{2}y{1,}z{0,1}', 'xxyyy', 'xyz'],
    ['a.?b+?', 'axbb', 'axxb'],
    ['[^.]+\\.org', 'example.org', 'a.example.org'],
    ['|a', '', 'b'],
    ['ä+', 'ÄÄ', 'a'],
  ])('%s matches %s and not %s, as the whole', (pattern, yes, no) => {
    const matches = compileDomainPattern(pattern);
    expect([matches(yes), matches(no)]).toEqual([true, false]);
  });

  test.each([
    ['', 'is empty'],
    ['(a', 'opens a group'],
    ['a)', 'closes a group'],
    ['[a', 'belongs to nothing'],
    ['[z-a]', 'character class'],
    ['*a', 'belongs to nothing'],
    ['a**', 'belongs to nothing'],
    ['a\\', 'belongs to nothing'],
    ['(a)\\1', '\\1'],
    ['\\bexample', '\\b'],
    ['\\u0061', '\\u'],
    ['(?=a)a', 'looks ahead'],
    ['(?<!a)b', 'looks ahead'],
    ['(?<name>a)', 'names a group'],
    ['a{3,2}', 'at least 3'],
    ['a{64}', 'more than 63'],
    ['a{1,999}', 'more than 63'],
    ['('.repeat(11) + ')'.repeat(11), 'deeper than 10'],
    ['a'.repeat(LONGEST_PATTERN + 1), `longer than ${LONGEST_PATTERN}`],
  ])('%.30s is refused', (pattern, reason) => {
    expect(() => compileDomainPattern(pattern)).toThrow(reason);
  });

  test('means what the language means by it', () => {
    const random = seededRandom(11);
    const expression = (depth: number): string => {
      const term = (): string => {
        const atom =
          depth > 0 && random.chance(0.3) ? `(${expression(depth - 1)})` : random.pick(['a', 'b', '.', '\\.', '[ab]', '[^a]', '\\w']);
        return atom + random.pick(['', '', '', '*', '+', '?', '{2}', '{1,2}', '{2,}']);
      };
      const terms = (): string => Array.from({ length: 1 + random.below(3) }, term).join('');
      return random.chance(0.3) ? `${terms()}|${terms()}` : terms();
    };
    let matched = 0;
    for (let round = 0; round < 3000; round++) {
      const pattern = expression(2);
      const matches = compileDomainPattern(pattern);
      const reference = new RegExp(`^(?:${pattern})$`, 'i');
      for (let sample = 0; sample < 5; sample++) {
        const text = Array.from({ length: random.below(6) }, () => random.pick(['a', 'b', 'A', '.', '-'])).join('');
        const expected = reference.test(text);
        matched += expected ? 1 : 0;
        expect({ pattern, text, matches: matches(text) }).toEqual({ pattern, text, matches: expected });
      }
    }
    expect(matched).toBeGreaterThan(1000);
  });

  test('takes its time by its length and that of the domain alone', () => {
    const domain = `${'a'.repeat(250)}!`;
    // An engine that goes back and tries again needs longer for each of these than the universe has lasted.
    for (const pattern of ['(a+)+', '((a*)*)*b', '(a|a)*', '(a|aa)+', '(.*a){20}', '(a?){50}a{50}', '([a-z]+)*[a-z]*\\.org']) {
      expect(compileDomainPattern(pattern)(domain)).toBe(false);
    }
  });
});
