import type { FactTest } from '../../model/search/search-condition.ts';

function patternOf(pattern: string): RegExp {
  const source = pattern.replaceAll(
    /\\(.)|([*?])|([.+^${}()|[\]\\/-])/gsu,
    (_whole, escaped: string | undefined, wildcard: string | undefined, sign: string | undefined) => {
      if (wildcard !== undefined) return wildcard === '*' ? '.*' : '.';
      const meant = escaped ?? sign ?? '';
      return /[\p{L}\p{N}_]/u.test(meant) ? meant : `\\${meant}`;
    },
  );
  return new RegExp(`^${source}$`, 'isu');
}

/** Whether a value that is known without asking passes a test. */
export function valuePasses(value: string, test: FactTest): boolean {
  switch (test.is) {
    case 'present':
      return true;
    case 'one':
      return test.values.includes(value);
    case 'like':
      return patternOf(test.pattern).test(value);
    case 'between': {
      const { from, to, includesFrom, includesTo } = test;
      return (
        (from === null || value > from || (includesFrom && value === from)) && (to === null || value < to || (includesTo && value === to))
      );
    }
    default:
      return value === test.text;
  }
}
