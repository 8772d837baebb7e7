/** Questions to the rows of a table as they are written into an address. Source: files.md 22.9. */
import type { TableCondition, TableMeasureInput, TableOrder } from '../../resolvers/generated/resolver-types.ts';
import { TABLE_MEASURES, type TableOperator } from '../../vocabulary/ingest.ts';

/** A part of a parameter that means something, or a character of a name or a value. */
interface Sign {
  readonly text: string;
  /** Whether it stands for itself, behind a backslash. */
  readonly isPlain: boolean;
}

function signsOf(text: string): Sign[] {
  return [...text.matchAll(/\\([\s\S])|([\s\S])/gu)].map(([, plain, other]) => ({
    text: plain ?? other ?? '',
    isPlain: plain !== undefined,
  }));
}

function written(signs: readonly Sign[]): string {
  return signs.map(({ text }) => text).join('');
}

/** Divides at a character that has no backslash before it. */
function divided(signs: readonly Sign[], at: string): Sign[][] {
  const parts: Sign[][] = [[]];
  for (const sign of signs) {
    if (sign.text === at && !sign.isPlain) parts.push([]);
    else parts.at(-1)?.push(sign);
  }
  return parts;
}

/** Names divided by commas; a backslash keeps a comma in a name. */
export function plainNames(text: string): string[] {
  return divided(signsOf(text), ',').map(written);
}

/** Names, each with a minus before it for the largest first. */
export function plainOrder(text: string): TableOrder[] {
  return divided(signsOf(text), ',').map((signs) => {
    const [first] = signs;
    const descending = first?.text === '-' && !first.isPlain;
    return { column: written(descending ? signs.slice(1) : signs), direction: descending ? 'DESC' : 'ASC' };
  });
}

const OPERATORS: readonly (readonly [characters: readonly string[], operator: TableOperator])[] = [
  [['!', '='], 'NE'],
  [['<', '='], 'LE'],
  [['>', '='], 'GE'],
  [['^', '='], 'STARTS_WITH'],
  [['~', '='], 'CONTAINS'],
  [['='], 'EQ'],
  [['<'], 'LT'],
  [['>'], 'GT'],
];

/** Conditions divided by semicolons; undefined where one has no operator, or nothing to compare with. */
export function plainConditions(text: string): TableCondition[] | undefined {
  const conditions = divided(signsOf(text), ';').map(condition);
  return conditions.every((one) => one !== undefined) ? conditions : undefined;
}

function condition(signs: readonly Sign[]): TableCondition | undefined {
  for (const [at, { isPlain }] of signs.entries()) {
    if (isPlain) continue;
    const found = OPERATORS.find(([characters]) =>
      characters.every((one, index) => signs[at + index]?.text === one && signs[at + index]?.isPlain === false),
    );
    if (found !== undefined) return compared(written(signs.slice(0, at)), found[1], signs.slice(at + found[0].length));
  }
  return undefined;
}

/** No value asks whether there is one, where that can be asked; several, divided by bars, for one of them. */
function compared(column: string, operator: TableOperator, signs: readonly Sign[]): TableCondition | undefined {
  if (signs.length === 0 && operator === 'EQ') return { column, operator: 'MISSING' };
  if (signs.length === 0 && operator === 'NE') return { column, operator: 'PRESENT' };
  if (signs.length === 0) return undefined;
  const values = divided(signs, '|').map(written);
  return { column, operator: operator === 'EQ' && values.length > 1 ? 'IN' : operator, values };
}

/** Measures such as `count` and `mean(pounds)`, divided by commas; undefined for a word that is none. */
export function plainMeasures(text: string): TableMeasureInput[] | undefined {
  const measures = divided(signsOf(text), ',').map((signs): TableMeasureInput | undefined => {
    const [, word = '', column] = /^(\w+)(?:\(([\s\S]*)\))?$/.exec(written(signs)) ?? [];
    const measure = TABLE_MEASURES.find((name) => name.toLowerCase() === word);
    return measure === undefined ? undefined : { measure, column: column ?? null };
  });
  return measures.every((one) => one !== undefined) ? measures : undefined;
}
