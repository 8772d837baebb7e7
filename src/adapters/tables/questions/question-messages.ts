/** What the server and the process that answers questions to tables tell each other. */
import type { TableAnswer, TableQuestion } from '../../../model/tables/table-question.ts';
import type { Storage } from '../../../tabular/table.ts';

export interface QuestionOrder {
  readonly path: string;
  /** What the columns of the file hold, in their order. */
  readonly storages: readonly Storage[];
  readonly question: TableQuestion;
}

export type QuestionAnswer =
  /** Spent is a process that holds so much memory that another one shall answer the next question. */
  | { readonly kind: 'answered'; readonly answer: TableAnswer; readonly isSpent: boolean }
  /** It took too much; or it is a fault of ours. */
  | { readonly kind: 'costly' }
  | { readonly kind: 'failed'; readonly message: string };
