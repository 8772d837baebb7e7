import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** Whose usage it is: a person's, a program's that works for a person, or a robot's, which does not count. */
export type UserAgentKind = 'regular' | 'machine' | 'robot';

export type UserAgentJudge = (userAgent: string) => UserAgentKind;

/** Longer ones are truncated: no real user agent is longer, and a pattern need not search through a kilobyte. */
const LONGEST_USER_AGENT = 512;
const REMEMBERED = 2_000;

/** How browsers begin, and what programs with a name of their own do not. */
const BROWSER = /^(?:Mozilla|Opera)\//;

/**
 * Judges user agents by lists of patterns. What is on both lists is a machine; what is on neither is a person if it is a browser.
 * Source: COUNTER Code of Practice for Research Data, 10.7.
 */
export function userAgentJudge(lists: { readonly robots: readonly string[]; readonly machines: readonly string[] }): UserAgentJudge {
  const machine = anyOf(lists.machines);
  const robot = anyOf(lists.robots);
  const judged = new LRUCache<string, UserAgentKind>({ max: REMEMBERED });

  function judge(userAgent: string): UserAgentKind {
    if (userAgent === '' || machine.test(userAgent)) return 'machine';
    if (robot.test(userAgent)) return 'robot';
    return BROWSER.test(userAgent) ? 'regular' : 'machine';
  }

  return (given) => {
    const userAgent = given.slice(0, LONGEST_USER_AGENT).trim();
    let kind = judged.get(userAgent);
    if (kind === undefined) judged.set(userAgent, (kind = judge(userAgent)));
    return kind;
  };
}

// Some patterns of the lists escape letters that need it not, which the `u` flag would refuse.
function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.length === 0 ? '(?!)' : patterns.map((pattern) => `(?:${pattern})`).join('|'), 'i');
}

async function linesOf(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
}

/** Reads the lists `robots.txt` and `machines.txt` of a folder. */
export async function loadUserAgentJudge(folder: string): Promise<UserAgentJudge> {
  const [robots, machines] = await Promise.all(['robots.txt', 'machines.txt'].map((name) => linesOf(join(folder, name))));
  return userAgentJudge({ robots: robots ?? [], machines: machines ?? [] });
}
