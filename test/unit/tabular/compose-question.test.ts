import { expect, test } from 'vitest';
import { composeAnchor, composeQuestion } from '../../../src/adapters/tables/questions/compose-question.ts';
import type { QuestionOrder } from '../../../src/adapters/tables/questions/question-messages.ts';
import type { RowsQuestion } from '../../../src/model/tables/table-question.ts';

const HOSTILE = "x'); drop table t; --";

function rows(facts: Partial<RowsQuestion>): QuestionOrder {
  const question = { kind: 'rows', columns: [0, 1], where: [], orderBy: [], limit: 10, after: 0, ...facts } as const;
  return { path: "/data/it's/file", storages: ['text', 'integer', 'float'], question };
}

test('values of a caller are bound, with the types that they have', () => {
  const { text, values, types } = composeQuestion(
    rows({
      where: [
        { column: 0, operator: 'IN', values: [HOSTILE, '$1'] },
        { column: 1, operator: 'LT', values: [1e30] },
        { column: 1, operator: 'GE', values: [-9223372036854775807n] },
      ],
    }),
    [],
  );
  expect(values).toEqual([HOSTILE, '$1', 1e30, -9223372036854775807n]);
  expect(types.map(String)).toEqual(['VARCHAR', 'VARCHAR', 'DOUBLE', 'BIGINT']);
  expect(text).not.toContain('drop');
  expect(text).toContain('where c0 in ($1, $2) and c1 < $3 and c1 >= $4');
  expect(text).toContain("'/data/it''s/file'");
});

test('a number of a float variable is the float nearest to it', () => {
  expect(composeQuestion(rows({ where: [{ column: 2, operator: 'EQ', values: [0.1] }] }), []).values).toEqual([Math.fround(0.1)]);
});

test('a page goes on behind a row by its values, and leaves out no rows by counting them', () => {
  const asked = rows({
    orderBy: [
      { column: 1, descending: true },
      { column: 0, descending: false },
    ],
    after: 7,
  });
  expect(composeAnchor(asked)).toMatchObject({ text: expect.stringContaining('select c1, c0 from'), values: [6n] });
  const { text, values } = composeQuestion(asked, [5n, HOSTILE]);
  expect(text).toContain(
    'where (c1 < $1 or c1 is null or (c1 = $1 and (c0 > $2 or c0 is null or (c0 = $2 and r >= $3)))) order by c1 desc nulls last, c0 asc nulls last, r',
  );
  expect(values).toEqual([5n, HOSTILE, 7n]);
  expect(text).not.toContain('offset');
});

test('behind a missing value come missing ones alone', () => {
  const asked = rows({ orderBy: [{ column: 1, descending: false }], after: 7 });
  expect(composeQuestion(asked, [null]).text).toContain('where (c1 is null and r >= $1)');
});

test('the first page, one in the order of the table, and groups need no row to begin behind', () => {
  expect(composeAnchor(rows({ orderBy: [{ column: 1, descending: false }] }))).toBeUndefined();
  expect(composeAnchor(rows({ after: 7 }))).toBeUndefined();
  expect(composeQuestion(rows({ after: 7 }), []).text).toContain('where r >= $1');
  const groups = { kind: 'groups', groupBy: [], measures: [{ measure: 'COUNT', column: null }], where: [], limit: 1 } as const;
  expect(composeAnchor({ ...rows({}), question: groups })).toBeUndefined();
});
