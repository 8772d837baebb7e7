/** The line of a file, with its progress. */
import { element } from './element.ts';
import { filled } from './filled.ts';
import type { UploadWords } from './upload-words.ts';

export interface FileLine {
  readonly element: HTMLElement;
  readonly cancel: HTMLButtonElement;
  say(text: string): void;
  /** How many bytes have been sent. */
  show(bytes: number): void;
  finish(): void;
  /** Marks it, with a button that tries again. */
  fail(again: () => void): void;
}

export function fileLine(file: File, path: string, words: UploadWords): FileLine {
  const name = file.name;
  const bar = element('progress', {
    max: String(Math.max(1, file.size)),
    value: '0',
    'aria-label': filled(words.progress, { name: path }),
  });
  const text = element('p', { class: 'quiet', role: 'status' }, words.waiting);
  const cancel = element(
    'button',
    { type: 'button', class: 'button quiet' },
    words.cancel,
    element('span', { class: 'unseen' }, ` ${path}`),
  );
  const line = element('li', {}, element('p', { class: 'name', dir: 'auto' }, path), bar, text, cancel);
  return {
    element: line,
    cancel,
    say: (said) => {
      if (text.textContent !== said) text.textContent = said;
    },
    show: (bytes) => {
      bar.value = bytes;
    },
    finish: () => {
      bar.value = bar.max;
      line.classList.add('finished');
      cancel.remove();
    },
    fail: (again) => {
      line.classList.add('wrong');
      const button = element('button', { type: 'button', class: 'button' }, words.retry, element('span', { class: 'unseen' }, ` ${name}`));
      button.addEventListener('click', () => {
        button.remove();
        line.classList.remove('wrong');
        again();
      });
      line.append(button);
    },
  };
}
