import type { Problem } from '../../errors/domain-error.ts';
import { broken } from '../../errors/rules/broken.ts';

/** Names of files and folders within a dataset. Source: files.md 2, 4.5. */

// The contract's set, and control characters, which no database text or response header can carry.
const FORBIDDEN_IN_LABEL = /[:<>;#/"*|?\\\p{Cc}]/u;
const ALLOWED_IN_DIRECTORY = /^[A-Za-z0-9_\-. /]*$/;
const PARENT_FOLDER = /(^|\/)\.\.(\/|$)/;
/** What file systems allow for one name. */
const LONGEST_LABEL = 255;
const LONGEST_DIRECTORY = 1000;

/** The rules that a file name breaks; none when it is good. */
export function labelProblems(label: string, pointer: string): Problem[] {
  const problems: Problem[] = [];
  if (label.trim() === '') problems.push({ pointer, ...broken('FILE_NAME_BLANK') });
  if (FORBIDDEN_IN_LABEL.test(label)) {
    problems.push({ pointer, ...broken('FILE_NAME_CHARACTERS') });
  }
  if (label === '.' || label === '..') problems.push({ pointer, ...broken('FILE_NAME_DOTS') });
  if (label.length > LONGEST_LABEL) {
    problems.push({ pointer, ...broken('FILE_NAME_LONG', { most: LONGEST_LABEL }) });
  }
  return problems;
}

/**
 * The folder as it is stored: runs of slashes and backslashes become one slash; slashes, hyphens, dots and spaces
 * at both ends are dropped; `null` for the top folder.
 */
export function cleanDirectoryLabel(value: string | null): string | null {
  const path = (value ?? '').replace(/[/\\]+/g, '/');
  let start = 0;
  let end = path.length;
  // Loops, because a pattern anchored at the end takes quadratic time on a long run of dots.
  while (start < end && isTrimmed(path.charAt(start))) start += 1;
  while (end > start && isTrimmed(path.charAt(end - 1))) end -= 1;
  return start === end ? null : path.slice(start, end);
}

/** The rules that a cleaned folder breaks; none when it is good. */
export function directoryLabelProblems(directoryLabel: string | null, pointer: string): Problem[] {
  if (directoryLabel === null) return [];
  const problems: Problem[] = [];
  if (!ALLOWED_IN_DIRECTORY.test(directoryLabel)) {
    problems.push({ pointer, ...broken('FOLDER_CHARACTERS') });
  }
  if (PARENT_FOLDER.test(directoryLabel)) {
    problems.push({ pointer, ...broken('FOLDER_ABOVE') });
  }
  if (directoryLabel.length > LONGEST_DIRECTORY) {
    problems.push({ pointer, ...broken('FOLDER_LONG', { most: LONGEST_DIRECTORY }) });
  }
  return problems;
}

/** The label itself, or when that is taken the first free one with `-1`, `-2` ... before its extension. */
export function nextFreeName(label: string, taken: (label: string) => boolean): string {
  if (!taken(label)) return label;
  const dot = label.lastIndexOf('.');
  const split = dot > 0 ? dot : label.length;
  const [name, extension] = [label.slice(0, split), label.slice(split)];
  const numbered = /^(.*)-(\d+)$/s.exec(name);
  const stem = numbered?.[1] ?? name;
  for (let number = BigInt(numbered?.[2] ?? '0') + 1n; ; number += 1n) {
    const candidate = `${stem}-${number}${extension}`;
    if (!taken(candidate)) return candidate;
  }
}

function isTrimmed(character: string): boolean {
  return character === '/' || character === '-' || character === '.' || character === ' ';
}
