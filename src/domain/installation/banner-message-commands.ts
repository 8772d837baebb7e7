/** Messages of the operator to all visitors. Source: users-admin.md 18.4. */
import { z } from 'zod';
import {
  type BannerMessageRow,
  countBannerMessageRows,
  deactivateBannerMessageRow,
  deleteBannerMessageRow,
  insertBannerMessage,
  listBannerMessageRows,
} from '../../db/queries/installation/banner-messages.ts';
import { notifyCaches } from '../../db/queries/installation/cache-notices.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { command, query, type Requirement } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import { isLanguageCode } from '../../model/settings/iso-639-1.ts';
import { longText } from '../../model/text-limits.ts';
import type { PageWindow } from '../../model/page-window.ts';
import { byRule } from '../../errors/rules/broken.ts';

export type { BannerMessageRow } from '../../db/queries/installation/banner-messages.ts';

/** More languages than there are codes. */
const MOST_TEXTS = 200;

function bannerNotFound(id: number): DomainError {
  return new DomainError('BANNER_MESSAGE_NOT_FOUND', `There is no banner message ${id}.`);
}

/** Those that are shown are for everybody, the others for those who write them. */
function whoReads(activeOnly: boolean): Requirement {
  return activeOnly ? 'Public' : 'AdminGate';
}

/** Which messages are listed. */
export interface BannerMessagePage extends PageWindow<number> {
  readonly activeOnly: boolean;
}

/** A page of messages, by id. */
export const listBannerMessages = query({
  name: 'listBannerMessages',
  subject: noSubject,
  requires: (_subject, { activeOnly }: BannerMessagePage) => whoReads(activeOnly),
  run: ({ db }, _subject, page): Promise<BannerMessageRow[]> => listBannerMessageRows(db, page),
});

/** Over all pages. */
export const countBannerMessages = query({
  name: 'countBannerMessages',
  subject: noSubject,
  requires: (_subject, activeOnly: boolean) => whoReads(activeOnly),
  run: ({ db }, _subject, activeOnly: boolean): Promise<number> => countBannerMessageRows(db, activeOnly),
});

const text = z.object({
  language: z.string().refine(isLanguageCode, byRule('LANGUAGE_CODE')),
  message: longText.refine((message) => message.trim() !== '', byRule('EMPTY')),
});

const texts = z
  .array(text)
  .min(1, 'must hold at least one text')
  .max(MOST_TEXTS, `must not be more than ${MOST_TEXTS}`)
  .superRefine((given, check) => {
    const seen = new Set<string>();
    for (const [at, { language }] of given.entries()) {
      if (seen.has(language)) check.addIssue({ code: 'custom', path: [at, 'language'], ...byRule('TEXT_IN_LANGUAGE_TWICE') });
      seen.add(language);
    }
  });

/** Adds a message, which is shown from now on. @throws DomainError BAD_USER_INPUT */
export const addBannerMessage = command({
  name: 'addBannerMessage',
  input: z.object({ dismissible: z.boolean(), texts }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, input): Promise<BannerMessageRow> => {
    const added = await insertBannerMessage(tx, input.dismissible, input.texts);
    note({ bannerMessage: added.id });
    await notifyCaches(tx, 'visitor-messages');
    return added;
  },
});

/** Stops showing a message; one that is not shown stays so. @throws DomainError BANNER_MESSAGE_NOT_FOUND */
export const deactivateBannerMessage = command({
  name: 'deactivateBannerMessage',
  input: z.object({ id: z.int() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, { id }): Promise<BannerMessageRow> => {
    const ended = await deactivateBannerMessageRow(tx, id);
    if (ended === undefined) throw bannerNotFound(id);
    note({ bannerMessage: id });
    await notifyCaches(tx, 'visitor-messages');
    return ended;
  },
});

/** Removes a message; its former id. @throws DomainError BANNER_MESSAGE_NOT_FOUND */
export const deleteBannerMessage = command({
  name: 'deleteBannerMessage',
  input: z.object({ id: z.int() }),
  subject: noSubject,
  requires: 'AdminGate',
  run: async ({ tx, note }, _subject, { id }): Promise<number> => {
    if (!(await deleteBannerMessageRow(tx, id))) throw bannerNotFound(id);
    note({ bannerMessage: id });
    await notifyCaches(tx, 'visitor-messages');
    return id;
  },
});
