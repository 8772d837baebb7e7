import { describe, expect, test } from 'vitest';
import { loadUserAgentJudge, userAgentJudge } from '../../../../src/domain/metrics/user-agents.ts';
import { repositoryPath } from '../../../../src/repository-path.ts';

const judge = await loadUserAgentJudge(repositoryPath('data/usage'));

describe('the lists of COUNTER', () => {
  test.each([
    ['a browser', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'regular'],
    ['another browser', 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15', 'regular'],
    ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'robot'],
    ['a crawler in capitals', 'SPIDER', 'robot'],
    ['a headless browser', 'Mozilla/5.0 (X11) AppleWebKit/537.36 HeadlessChrome/140.0', 'robot'],
    ['a script, also where it stands on both lists', 'curl/8.5.0', 'machine'],
    ['a library', 'python-requests/2.32.3', 'machine'],
    ['a program that no list knows', 'TableReading/1.0', 'machine'],
    ['an empty one', '', 'machine'],
  ])('%s', (_name, userAgent, kind) => {
    expect(judge(userAgent)).toBe(kind);
    expect(judge(userAgent)).toBe(kind);
  });
});

test('a name without end is cut', () => {
  expect(userAgentJudge({ robots: ['bot$'], machines: [] })(`Mozilla/${'x'.repeat(1_000_000)}bot`)).toBe('regular');
});

test('empty lists match nothing', () => {
  expect(userAgentJudge({ robots: [], machines: [] })('Mozilla/5.0')).toBe('regular');
});
