import { existsSync, readFileSync } from 'node:fs';

const CONTRACT = new URL('../../../shared/contract/collections.md', import.meta.url);

/** Whether the contract stands beside the repository. */
export const hasContract = existsSync(CONTRACT);

/** The cells of each row of the first table after a line that begins so, without its head. */
export function contractTable(heading: string): string[][] {
  const lines = readFileSync(CONTRACT, 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(heading));
  if (start < 0) throw new Error(`The contract has no line that begins with ${heading}.`);
  const rest = lines.slice(start + 1);
  const first = rest.findIndex((line) => line.startsWith('|'));
  const end = rest.findIndex((line, index) => index > first && !line.startsWith('|'));
  return rest.slice(first + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/u)
      .map((cell) => cell.trim()),
  );
}

/** Names in code of a text. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name);
}
