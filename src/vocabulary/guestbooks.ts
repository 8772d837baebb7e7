/** Words about guestbooks. Source: users-admin.md 18.7. */

/** How a question of a guestbook is answered: by a line, by a text of many lines, or by one of its options. */
export const GUESTBOOK_QUESTION_TYPES = ['text', 'textarea', 'options'] as const;
export type GuestbookQuestionType = (typeof GUESTBOOK_QUESTION_TYPES)[number];
