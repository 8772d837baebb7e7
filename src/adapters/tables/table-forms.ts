/** Makes forms of tables in a process of its own, as `prep` of files.md 11.2 and what no client of this API family has. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../errors/domain-error.ts';
import { createChildAsker, programBeside } from '../../kernel/child-program.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { FormFailure, type TableForms } from '../../kernel/ports/table-forms.ts';
import { variable } from '../../tabular/table.ts';
import { tabHeader } from '../../tabular/writers/tab-text.ts';
import type { FormAnswer, FormOrder } from './forms/form-messages.ts';
import { tabularVariable } from './stored-variables.ts';

const MOST_WAITING = 100;
const MOST_OF_ONE_CALLER = 10;
/** After which a request is told to come again: proxies give up after a minute. */
const PATIENCE_MS = 40_000;
/** The process ends itself after less processor time; what is starved for so long is cut off. */
const MOST_MS = 60 * 60 * 1000;
const IDLE_MS = 30_000;

function pending(why: string): DomainError {
  return new DomainError('FILE_FORM_PENDING', `${why} Try again shortly.`);
}

/** @param folder Of this process alone, for forms until they are stored. */
export function createTableForms(folder: string, patienceMs: number = PATIENCE_MS): TableForms {
  const queue = createFairQueue({ most: MOST_WAITING, mostOfOne: MOST_OF_ONE_CALLER });
  const process = createChildAsker<FormOrder, FormAnswer>({
    file: programBeside(import.meta.url, import.meta.url.endsWith('.ts') ? 'forms/form-program' : 'form-program'),
    mostMs: MOST_MS,
    idleMs: IDLE_MS,
  });
  const underWay = new Map<string, Promise<void>>();
  let closed = false;

  /** A form that a stopping server leaves behind is made by the next one: that it failed must not be recorded. */
  function refuseWhenClosed(): void {
    if (closed) throw pending('The server is stopping.');
  }

  function begin(key: string, caller: string, work: () => Promise<void>): Promise<void> {
    const begun = queue.enter(caller, work);
    if (begun === undefined) throw pending('Too many forms of tables are being made.');
    const ended = begun.finally(() => underWay.delete(key));
    underWay.set(key, ended);
    // All who have asked may have left.
    ended.catch(() => undefined);
    return ended;
  }

  return {
    headerLine: (names) => tabHeader(names.map((name) => variable({ name, storage: 'text' }))),
    async once(key, caller, work) {
      const making = underWay.get(key) ?? begin(key, caller, work);
      const patience = Promise.withResolvers<never>();
      const timer = setTimeout(() => patience.reject(pending('This form of the table is being made.')), patienceMs);
      try {
        await Promise.race([making, patience.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
    async make({ path: textPath, hasHeader, rows, variables }, form, use) {
      await mkdir(folder, { recursive: true });
      refuseWhenClosed();
      const outPath = join(folder, randomUUID());
      const scratchPath = `${outPath}.scratch`;
      try {
        const order = { form, textPath, hasHeader, rows, variables: variables.map(tabularVariable), outPath, scratchPath };
        const answer = await process.ask(order);
        refuseWhenClosed();
        // Killed by something else, for example for want of memory on the machine: another process makes the form when it is asked for again.
        if (answer === undefined) throw pending('Making the form was cut off.');
        if (answer.kind === 'failed') throw new Error(`Making a form of a table failed: ${answer.message}`);
        if (answer.isSpent) process.close();
        if (answer.kind === 'refused') throw new FormFailure(answer.message);
        return await use(outPath);
      } finally {
        await Promise.all([rm(outPath, { force: true }), rm(scratchPath, { force: true })]);
      }
    },
    async close() {
      closed = true;
      process.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
