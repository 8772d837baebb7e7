/** Words about guestbooks. Source: users-admin.md 18.7. */

/** How a question of a guestbook is answered: by a line, by a text of many lines, or by one of its options. */
export const GUESTBOOK_QUESTION_TYPES = ['text', 'textarea', 'options'] as const;
export type GuestbookQuestionType = (typeof GUESTBOOK_QUESTION_TYPES)[number];

/** What a response was given for: a download, or a request for access to a restricted file. */
export const GUESTBOOK_EVENTS = ['Download', 'AccessRequest'] as const;
export type GuestbookEvent = (typeof GUESTBOOK_EVENTS)[number];
