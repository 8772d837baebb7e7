/** The form of files, with several files or a folder in place of one, and with what becomes of them below it. */
import { nameOfChoice } from './begun-uploads.ts';
import { droppedFiles, type PlacedFile } from './dropped-files.ts';
import { element } from './element.ts';
import { fileLine } from './file-line.ts';
import { refreshList } from './refresh-list.ts';
import type { Transfer, UploadPage } from './transfer.ts';
import { transferQueue } from './transfer-queue.ts';
import { unfinishedNotice } from './unfinished-notice.ts';

function factsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.filter(([name]) => name !== 'file'));
}

/** Puts files of the form into the queue. */
function enqueuing(
  form: HTMLFormElement,
  page: UploadPage,
  { list, add }: { readonly list: HTMLElement; readonly add: (transfer: Transfer) => void },
) {
  return (files: readonly PlacedFile[]): void => {
    const facts = factsOf(form);
    for (const { file, folder: below } of files) {
      const folder = [facts['directoryLabel'] ?? '', below].filter((part) => part !== '').join('/');
      const path = folder === '' ? file.name : `${folder}/${file.name}`;
      const line = fileLine(file, path, page.words);
      const transfer: Transfer = {
        file,
        key: nameOfChoice(path, file),
        facts: { ...facts, directoryLabel: folder },
        line,
        canceled: false,
        abort: undefined,
        id: undefined,
        worker: undefined,
        hashed: 0,
      };
      line.cancel.addEventListener('click', () => {
        transfer.canceled = true;
        transfer.abort?.();
      });
      list.append(line.element);
      add(transfer);
    }
  };
}

/** A place to drop files, which takes whole folders as well. */
function dropPlace({ words }: UploadPage, folder: HTMLInputElement, enqueue: (files: readonly PlacedFile[]) => void): HTMLElement {
  const label = element('label', { for: 'folder' }, words.chooseFolder);
  const drop = element('div', { class: 'drop' }, element('p', {}, words.drop), label, folder);
  drop.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    const entries = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry());
    droppedFiles(entries).then(enqueue, () => {});
  });
  return drop;
}

/** Where a file of a chosen folder lies in it. */
function folderOf({ webkitRelativePath }: File): string {
  return webkitRelativePath.split('/').slice(0, -1).join('/');
}

function listenToForm(
  form: HTMLFormElement,
  { input, folder, noFile }: { readonly input: HTMLInputElement; readonly folder: HTMLInputElement; readonly noFile: string },
  enqueue: (files: readonly PlacedFile[]) => void,
): void {
  form.addEventListener('submit', (event) => {
    const chosen = [...(input.files ?? []), ...(folder.files ?? [])];
    event.preventDefault();
    if (chosen.length === 0) {
      input.setCustomValidity(noFile);
      input.reportValidity();
      input.setCustomValidity('');
      return;
    }
    enqueue(chosen.map((file) => ({ file, folder: folderOf(file) })));
    input.value = '';
    folder.value = '';
  });
}

/** Makes the form do more. Without what it needs of the page, it stays as it is. */
export function enhanceForm(form: HTMLFormElement, page: UploadPage): void {
  const { words, dataset } = page;
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  const button = form.querySelector('button[type=submit]');
  const [note, place] = [document.getElementById('add-note'), document.getElementById('uploads')];
  if (input === null || button === null || note === null || place === null) return;
  input.multiple = true;
  // A folder does as well.
  input.required = false;
  note.textContent = words.note;
  button.textContent = words.addAll;

  const list = element('ul', { class: 'uploads', 'aria-label': words.list });
  const queue = transferQueue(page, () => void refreshList(dataset).catch(() => {}));
  const enqueue = enqueuing(form, page, { list, add: (transfer) => queue.add(transfer) });
  const folder = element('input', { type: 'file', id: 'folder', 'aria-label': words.chooseFolder });
  folder.webkitdirectory = true;
  input.closest('.control')?.append(dropPlace(page, folder, enqueue));
  listenToForm(form, { input, folder, noFile: words.noFile }, enqueue);
  addEventListener('beforeunload', (event) => {
    if (queue.isBusy()) event.preventDefault();
  });
  place.append(...[unfinishedNotice(page)].filter((notice) => notice !== undefined), list);
}
