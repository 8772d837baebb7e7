// Files in parts: with progress, resumed after a lost connection or a closed page, and compared by a checksum that is made here.
// Without this file the form sends one file at a time.

const form = document.getElementById('add-files');
const words = JSON.parse(form?.dataset.words ?? '{}');
const dataset = form?.dataset.dataset ?? '';
const KEY = `archivolt-uploads ${dataset}`;
const LONGEST_WAIT_S = 30;
/** Files on their way at the same time. */
const LANES = 2;

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];
const sizes = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });

function sizeText(bytes) {
  const unit = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${sizes.format(bytes / 1000 ** unit)} ${UNITS[unit]}`;
}

function fill(text, facts) {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name) => String(facts[name] ?? ''));
}

/** Uploads that were begun and not finished in this browser, by what names a file here. */
const begun = {
  all: () => {
    try {
      return JSON.parse(localStorage.getItem(KEY) ?? '{}');
    } catch {
      return {};
    }
  },
  change(change) {
    const all = begun.all();
    change(all);
    try {
      if (Object.keys(all).length === 0) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // Without storage an upload is resumed as long as the page is open.
    }
  },
};

class Refused extends Error {
  constructor({ code, message }, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

class Canceled extends Error {}

async function ask(path, fields) {
  const answer = await fetch(path, fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) });
  const type = answer.headers.get('content-type') ?? '';
  const told = type.startsWith('application/json') ? await answer.json() : { message: `${answer.status}` };
  if (!answer.ok || told.code !== undefined) throw new Refused(told, answer.status);
  return told;
}

/** Sends a part; `fetch` would not say how far it is. */
function sendPart(path, bytes, transfer, tellSent) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', path);
    request.upload.addEventListener('progress', ({ loaded }) => tellSent(loaded));
    request.addEventListener('load', () => {
      if (request.status === 200) resolve();
      else {
        let told = { message: `${request.status}` };
        try {
          told = JSON.parse(request.responseText);
        } catch {
          // What stands in front of the server answers in its own way.
        }
        reject(new Refused(told, request.status));
      }
    });
    request.addEventListener('error', () => reject(new TypeError('The connection was lost.')));
    request.addEventListener('abort', () => reject(new Canceled()));
    transfer.abort = () => request.abort();
    request.send(bytes);
  });
}

function isPassing(error) {
  return error instanceof TypeError || (error instanceof Refused && [408, 429, 500, 502, 503, 504].includes(error.status));
}

/** Waits until there is a connection again, or for a while. */
function pause(seconds, transfer) {
  return new Promise((resolve, reject) => {
    const end = setTimeout(finish, seconds * 1000);
    function finish() {
      clearTimeout(end);
      removeEventListener('online', finish);
      if (transfer.canceled) reject(new Canceled());
      else resolve();
    }
    addEventListener('online', finish);
    transfer.abort = finish;
  });
}

/** Does something again and again while the connection is away. */
async function persistently(transfer, act) {
  for (let tries = 0; ; tries += 1) {
    if (transfer.canceled) throw new Canceled();
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error)) throw error;
      const seconds = Math.min(LONGEST_WAIT_S, 2 ** tries);
      transfer.say(fill(words.offline, { seconds }));
      await pause(seconds, transfer);
    }
  }
}

/** The checksum of a file; it is made while the parts are sent. */
function checksumOf(file, transfer) {
  return new Promise((resolve, reject) => {
    const worker = new Worker('/deposit/checksum-worker.js', { type: 'module' });
    transfer.worker = worker;
    worker.addEventListener('error', () => reject(new Error('The checksum could not be made.')));
    worker.addEventListener('message', ({ data }) => {
      if (data.done !== undefined) {
        transfer.hashed = data.done;
        return;
      }
      worker.terminate();
      if (data.checksum === undefined) reject(new Error(data.problem));
      else resolve(data.checksum);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers take none
    worker.postMessage(file);
  });
}

/** An upload that goes on, or a new one; with the parts that are missing. */
async function uploadFor(transfer) {
  const { file, key } = transfer;
  const known = begun.all()[key];
  if (known !== undefined) {
    try {
      const state = await ask(`/deposit/upload?id=${encodeURIComponent(known.id)}`);
      if (state.sizeBytes === file.size) return state;
    } catch (error) {
      if (isPassing(error) || (error instanceof Refused && error.status === 401)) throw error;
    }
  }
  const upload = await ask('/deposit/upload', { persistentId: dataset, size: String(file.size) });
  begun.change((all) => (all[key] = { id: upload.id, name: transfer.name }));
  return upload;
}

async function sendParts(transfer) {
  const { file } = transfer;
  const upload = await persistently(transfer, () => uploadFor(transfer));
  transfer.id = upload.id;
  let missing = upload.complete ? [] : upload.parts;
  let done = file.size - missing.reduce((sum, part) => sum + part.sizeBytes, 0);
  if (done > 0) transfer.say(fill(words.resuming, { done: sizeText(done), size: sizeText(file.size) }));
  while (missing.length > 0) {
    const [part] = missing;
    const from = (part.number - 1) * upload.partSizeBytes;
    await persistently(transfer, () =>
      sendPart(
        `/deposit/upload/part?id=${encodeURIComponent(upload.id)}&number=${part.number}`,
        file.slice(from, from + part.sizeBytes),
        transfer,
        (sent) => transfer.show(done + sent),
      ),
    );
    done += part.sizeBytes;
    missing = missing.slice(1);
    transfer.show(done);
  }
  return upload;
}

async function transferFile(transfer) {
  const { file, facts, key } = transfer;
  const hashing = checksumOf(file, transfer);
  // It may fail while parts are sent; it is awaited afterwards.
  hashing.catch(() => {});
  const upload = await sendParts(transfer);
  const watch = setInterval(() => transfer.say(fill(words.checking, { percent: Math.floor((100 * transfer.hashed) / file.size) })), 250);
  const checksum = await hashing.finally(() => clearInterval(watch));
  transfer.say(words.adding);
  const fields = {
    ...facts,
    persistentId: dataset,
    storageIdentifier: upload.storageIdentifier,
    size: String(file.size),
    checksum,
    name: transfer.name,
  };
  const added = await persistently(transfer, () => ask('/deposit/upload/add', fields));
  begun.change((all) => delete all[key]);
  return { checksum, warning: added.warning ?? '' };
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** The line of a file, with its progress. */
function lineOf(file, name, path) {
  const bar = element('progress', { max: String(Math.max(1, file.size)), value: '0', 'aria-label': fill(words.progress, { name: path }) });
  const text = element('p', { class: 'quiet', role: 'status' }, words.waiting);
  const cancel = element(
    'button',
    { type: 'button', class: 'button quiet' },
    words.cancel,
    element('span', { class: 'unseen' }, ` ${path}`),
  );
  const line = element('li', {}, element('p', { class: 'name', dir: 'auto' }, path), bar, text, cancel);
  return { line, bar, text, cancel };
}

const queue = [];
let running = 0;

function next() {
  while (running < LANES && queue.length > 0) {
    running += 1;
    const transfer = queue.shift();
    // It ends with a word on its line, whatever happens.
    run(transfer)
      .catch(() => undefined)
      .finally(() => {
        running -= 1;
        if (running === 0 && queue.length === 0) refreshList().catch(() => {});
        next();
      })
      .catch(() => undefined);
  }
}

async function run(transfer) {
  const { line, cancel, bar, key } = transfer;
  try {
    const { checksum, warning } = await transferFile(transfer);
    bar.value = bar.max;
    transfer.say(`${fill(words.finished, { checksum })} ${warning}`);
    line.classList.add('finished');
    if (Object.keys(begun.all()).length === 0) document.getElementById('unfinished')?.remove();
    cancel.remove();
  } catch (error) {
    transfer.worker?.terminate();
    if (error instanceof Canceled) {
      transfer.say(words.canceled);
      begun.change((all) => delete all[key]);
      if (transfer.id !== undefined) ask('/deposit/upload/abort', { id: transfer.id }).catch(() => {});
      cancel.remove();
      return;
    }
    const isSignedOut = error instanceof Refused && error.status === 401;
    const isDifferent = error instanceof Refused && error.code === 'CHECKSUM_MISMATCH';
    // What arrived is of no use: it is sent anew from its beginning.
    if (isDifferent) begun.change((all) => delete all[key]);
    transfer.say(isSignedOut ? words.signedOut : isDifferent ? words.mismatch : fill(words.failed, { reason: error.message }));
    line.classList.add('wrong');
    const again = element(
      'button',
      { type: 'button', class: 'button' },
      words.retry,
      element('span', { class: 'unseen' }, ` ${transfer.name}`),
    );
    again.addEventListener('click', () => {
      again.remove();
      line.classList.remove('wrong');
      queue.push(transfer);
      next();
    });
    line.append(again);
  }
}

/** Shows the list of files as it is now. */
async function refreshList() {
  const answer = await fetch(`${location.pathname}?persistentId=${encodeURIComponent(dataset)}`, { headers: { Accept: 'text/html' } });
  const shown = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const id of ['files', 'locks']) {
    const [old, fresh] = [document.getElementById(id), shown.getElementById(id)];
    if (answer.ok && old !== null && fresh !== null) old.replaceWith(document.adoptNode(fresh));
  }
  // What is being read as a table has another name and size afterwards.
  if (document.querySelector('#locks[data-waits]') !== null) setTimeout(() => refreshList().catch(() => {}), 2000);
}

function factsOfForm() {
  const facts = Object.fromEntries([...new FormData(form)].filter(([name, value]) => name !== 'file' && typeof value === 'string'));
  return facts;
}

/** Puts files into the queue; `folderOf` says where below the chosen folder one lies. */
function enqueue(files, folderOf) {
  const facts = factsOfForm();
  for (const file of files) {
    const folder = [facts.directoryLabel ?? '', folderOf(file)].filter((part) => part !== '').join('/');
    const path = folder === '' ? file.name : `${folder}/${file.name}`;
    const shown = lineOf(file, file.name, path);
    const transfer = {
      ...shown,
      file,
      name: file.name,
      key: [path, file.size, file.lastModified].join('|'),
      facts: { ...facts, directoryLabel: folder },
      canceled: false,
      hashed: 0,
      say: (text) => {
        if (shown.text.textContent !== text) shown.text.textContent = text;
      },
      show(done) {
        shown.bar.value = done;
        transfer.say(fill(words.sending, { done: sizeText(done), size: sizeText(file.size) }));
      },
    };
    shown.cancel.addEventListener('click', () => {
      transfer.canceled = true;
      transfer.abort?.();
    });
    list.append(shown.line);
    queue.push(transfer);
  }
  next();
}

const place = document.getElementById('uploads');
const list = element('ul', { class: 'uploads', 'aria-label': words.list ?? '' });

/** Files below a dropped folder, too. */
async function droppedFiles(entries) {
  const found = [];
  async function walk(entry, folder) {
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      found.push([file, folder]);
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const one of some) await walk(one, folder === '' ? entry.name : `${folder}/${entry.name}`);
    }
  }
  for (const entry of entries) if (entry !== null) await walk(entry, '');
  return found;
}

function enhance() {
  const input = form.querySelector('input[type=file]');
  input.multiple = true;
  // A folder does as well.
  input.required = false;
  const note = document.getElementById('add-note');
  note.textContent = words.note;
  form.querySelector('button[type=submit]').textContent = words.addAll;

  const folder = element('input', { type: 'file', id: 'folder', 'aria-label': words.chooseFolder });
  folder.webkitdirectory = true;
  const drop = element(
    'div',
    { class: 'drop' },
    element('p', {}, words.drop),
    element('label', { for: 'folder' }, words.chooseFolder),
    folder,
  );
  input.closest('.control').append(drop);
  drop.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
    droppedFiles(entries).then(
      (files) => {
        const folders = new Map(files);
        enqueue([...folders.keys()], (file) => folders.get(file) ?? '');
      },
      () => {},
    );
  });

  form.addEventListener('submit', (event) => {
    const chosen = [...input.files, ...folder.files];
    event.preventDefault();
    if (chosen.length === 0) {
      input.setCustomValidity(words.noFile);
      input.reportValidity();
      input.setCustomValidity('');
      return;
    }
    enqueue(chosen, (file) => file.webkitRelativePath.split('/').slice(0, -1).join('/'));
    input.value = '';
    folder.value = '';
  });

  addEventListener('beforeunload', (event) => {
    if (running > 0) event.preventDefault();
  });

  const names = Object.values(begun.all()).map(({ name }) => name);
  if (names.length > 0) {
    const forget = element('button', { type: 'button', class: 'button quiet' }, words.forget);
    const notice = element(
      'div',
      { class: 'notice', role: 'status', id: 'unfinished' },
      element('p', { dir: 'auto' }, fill(words.unfinished, { names: names.join(', ') })),
      forget,
    );
    forget.addEventListener('click', () => {
      for (const { id } of Object.values(begun.all())) ask('/deposit/upload/abort', { id }).catch(() => {});
      begun.change((all) => {
        for (const key of Object.keys(all)) delete all[key];
      });
      notice.remove();
    });
    place.append(notice);
  }
  place.append(list);
}

if (form !== null) enhance();
