/** What keeps texts in a browser. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Nothing else writes it. */
const KEPT_TOKEN = 'archivolt:explorer-token';

/** The token of whoever explores. It is kept in the browser where that is wished, and only then. */
export interface CallerToken {
  /** Without blanks around it; empty for none. */
  readonly text: string;
  readonly isKept: boolean;
  /** Takes what was typed. */
  take(typed: string, isKept: boolean): void;
}

export function callerToken(store: TextStore): CallerToken {
  let text = store.getItem(KEPT_TOKEN) ?? '';
  return {
    get text() {
      return text;
    },
    get isKept() {
      return store.getItem(KEPT_TOKEN) !== null;
    },
    take(typed, isKept) {
      text = typed.trim();
      if (isKept && text !== '') store.setItem(KEPT_TOKEN, text);
      else store.removeItem(KEPT_TOKEN);
    },
  };
}
