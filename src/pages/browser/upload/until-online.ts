import type { Pause } from './persistently.ts';

/** Waits for a while, or until there is a connection again. */
export const untilOnline: Pause = (seconds, ends) =>
  new Promise((resolve) => {
    const end = setTimeout(finish, seconds * 1000);
    function finish(): void {
      clearTimeout(end);
      removeEventListener('online', finish);
      resolve();
    }
    addEventListener('online', finish);
    ends(finish);
  });
