/** What of earlier visits is unfinished, with a button that ends it. */
import { ask } from './ask.ts';
import { element } from './element.ts';
import { filled } from './filled.ts';
import type { UploadPage } from './transfer.ts';

/** Undefined where nothing is. */
export function unfinishedNotice({ begun, words }: UploadPage): HTMLElement | undefined {
  const names = Object.values(begun.all()).map(({ name }) => name);
  if (names.length === 0) return undefined;
  const forget = element('button', { type: 'button', class: 'button quiet' }, words.forget);
  const text = element('p', { dir: 'auto' }, filled(words.unfinished, { names: names.join(', ') }));
  const notice = element('div', { class: 'notice', role: 'status', id: 'unfinished' }, text, forget);
  forget.addEventListener('click', () => {
    for (const { id } of Object.values(begun.all())) ask('/deposit/upload/abort', { id }).catch(() => {});
    begun.clear();
    notice.remove();
  });
  return notice;
}
