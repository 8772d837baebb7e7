/** Answers questions to the rows of tables in a process of its own. */
import { DomainError } from '../../errors/domain-error.ts';
import { createChildAsker, programBeside } from '../../kernel/child-program.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import type { TableQuestions } from '../../kernel/ports/table-questions.ts';
import { createLocalTable } from './questions/local-table.ts';
import type { QuestionAnswer, QuestionOrder } from './questions/question-messages.ts';
import { tabularVariable } from './stored-variables.ts';

const MOST_WAITING = 50;
const MOST_OF_ONE_CALLER = 5;
/** The process ends what takes this long itself, by its processor time. */
const MOST_MS = 30_000;
/** The next question finds the table open. */
const IDLE_MS = 5 * 60_000;

function tooCostly(): DomainError {
  return new DomainError(
    'TABLE_QUESTION_TOO_COSTLY',
    'Answering takes more time or memory than a question may: ask for fewer columns, rows or groups, for fewer by conditions, or download the table.',
  );
}

/** @param folder Of this process alone, for the table of a store across the network that is asked. */
export function createTableQuestions(folder: string, mostMs: number = MOST_MS): TableQuestions {
  const queue = createFairQueue({ most: MOST_WAITING, mostOfOne: MOST_OF_ONE_CALLER });
  const local = createLocalTable(folder);
  const process = createChildAsker<QuestionOrder, QuestionAnswer>({
    file: programBeside(import.meta.url, import.meta.url.endsWith('.ts') ? 'questions/question-program' : 'question-program'),
    mostMs,
    idleMs: IDLE_MS,
  });
  return {
    async ask(caller, table, question) {
      const asked = queue.enter(caller, async () => {
        const storages = table.variables.map((variable) => tabularVariable(variable).storage);
        const answer = await process.ask({ path: await local.pathOf(table), storages, question });
        // The next question would be blamed for what this one has left in memory.
        if (answer?.kind === 'answered' && answer.isSpent) process.close();
        return answer;
      });
      if (asked === undefined) throw new DomainError('TABLE_QUESTIONS_WAIT', 'Too many questions to tables wait; ask again shortly.');
      const answered = await asked;
      if (answered === undefined || answered.kind === 'costly') throw tooCostly();
      if (answered.kind === 'failed') throw new Error(`A question to a table failed: ${answered.message}`);
      return answered.answer;
    },
    async close() {
      process.close();
      await local.forget();
    },
  };
}
