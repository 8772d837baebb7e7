/** What every page of administration below the overview has around its own content. */
import type { ComponentChildren } from 'preact';
import { errorSummary } from '../deposit/error-summary.ts';
import type { Messages } from '../messages/messages.ts';
import { type AdministrationAnswer, OF_ADMINISTRATION } from './administration-call.ts';
import { administrationTop, type Place } from './administration-top.ts';
import type { Told } from './deeds.ts';
import { wordOf } from './word-of.ts';

export interface AdministrationHead {
  readonly title: string;
  /** What stands below the title. */
  readonly text?: string;
  readonly above?: readonly Place[];
  /** What is said of each deed that a form has done. */
  readonly done?: Readonly<Record<string, string>>;
  /** What came of the form that was sent. */
  readonly told?: Told;
}

/** Makes a page of administration: its place, its title, what came of a form, and its own content. */
export function administrationPage(
  messages: Messages,
  { title, text, above = [], done = {}, told = {} }: AdministrationHead,
  ...main: readonly ComponentChildren[]
): Extract<AdministrationAnswer, { page: unknown }> {
  return {
    page: {
      ...OF_ADMINISTRATION,
      ...(told.status === undefined ? {} : { status: told.status }),
      title,
      main: [
        administrationTop(messages, title, { above, done: wordOf(done, told.done), ...(text === undefined ? {} : { text }) }),
        errorSummary(told.items ?? [], messages),
        main,
      ],
    },
  };
}
