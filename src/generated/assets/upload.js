// src/pages/browser/upload/begun-uploads.ts
function isBegun(value) {
  return typeof value === "object" && value !== null && "id" in value && typeof value.id === "string" && "name" in value && typeof value.name === "string";
}
function readAll(text) {
  try {
    const kept = JSON.parse(text ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry) => isBegun(entry[1])));
  } catch {
    return {};
  }
}
function nameOfChoice(path, { size, lastModified }) {
  return [path, size, lastModified].join("|");
}
function begunUploads(store, dataset) {
  const key = `archivolt-uploads ${dataset}`;
  const all = () => {
    try {
      return readAll(store().getItem(key));
    } catch {
      return {};
    }
  };
  const keep = (uploads) => {
    try {
      if (Object.keys(uploads).length === 0) store().removeItem(key);
      else store().setItem(key, JSON.stringify(uploads));
    } catch {
    }
  };
  return {
    all,
    set: (file, upload) => keep({ ...all(), [file]: upload }),
    remove: (file) => keep(Object.fromEntries(Object.entries(all()).filter(([name]) => name !== file))),
    clear: () => keep({})
  };
}

// src/pages/browser/upload/size-text.ts
var UNITS = ["bytes", "KB", "MB", "GB", "TB"];
function sizeTexts(language) {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (bytes) => {
    const unit = bytes < 1e3 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
    return `${numbers.format(bytes / 1e3 ** unit)} ${UNITS[unit] ?? ""}`;
  };
}

// src/pages/browser/upload/dropped-files.ts
function isFile(entry) {
  return entry.isFile;
}
function isFolder(entry) {
  return entry.isDirectory;
}
async function walk(entry, folder, found) {
  if (isFile(entry)) {
    found.push({ file: await new Promise((resolve, reject) => entry.file(resolve, reject)), folder });
    return;
  }
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  for (; ; ) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) await walk(one, folder === "" ? entry.name : `${folder}/${entry.name}`, found);
  }
}
async function droppedFiles(entries) {
  const found = [];
  for (const entry of entries) if (entry !== null) await walk(entry, "", found);
  return found;
}

// src/pages/browser/upload/element.ts
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

// src/pages/browser/upload/filled.ts
function filled(text, facts) {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name) => String(facts[name] ?? ""));
}

// src/pages/browser/upload/file-line.ts
function fileLine(file, path, words) {
  const name = file.name;
  const bar = element("progress", {
    max: String(Math.max(1, file.size)),
    value: "0",
    "aria-label": filled(words.progress, { name: path })
  });
  const text = element("p", { class: "quiet", role: "status" }, words.waiting);
  const cancel = element(
    "button",
    { type: "button", class: "button quiet" },
    words.cancel,
    element("span", { class: "unseen" }, ` ${path}`)
  );
  const line = element("li", {}, element("p", { class: "name", dir: "auto" }, path), bar, text, cancel);
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
      line.classList.add("finished");
      cancel.remove();
    },
    fail: (again) => {
      line.classList.add("wrong");
      const button = element("button", { type: "button", class: "button" }, words.retry, element("span", { class: "unseen" }, ` ${name}`));
      button.addEventListener("click", () => {
        button.remove();
        line.classList.remove("wrong");
        again();
      });
      line.append(button);
    }
  };
}

// src/pages/browser/upload/refresh-list.ts
async function refreshList(dataset) {
  const answer = await fetch(`${location.pathname}?persistentId=${encodeURIComponent(dataset)}`, { headers: { Accept: "text/html" } });
  const shown = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["files", "locks"]) {
    const [old, fresh] = [document.getElementById(id), shown.getElementById(id)];
    if (answer.ok && old !== null && fresh !== null) old.replaceWith(document.adoptNode(fresh));
  }
  if (document.querySelector("#locks[data-waits]") !== null) setTimeout(() => void refreshList(dataset).catch(() => {
  }), 2e3);
}

// src/pages/browser/upload/refusals.ts
var Refused = class extends Error {
  status;
  code;
  constructor({ code, message }, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
};
var Canceled = class extends Error {
};
var PASSING_STATUSES = /* @__PURE__ */ new Set([408, 429, 500, 502, 503, 504]);
function isPassing(error) {
  return error instanceof TypeError || error instanceof Refused && PASSING_STATUSES.has(error.status);
}
function isSignedOut(error) {
  return error instanceof Refused && error.status === 401;
}

// src/pages/browser/upload/ask.ts
async function ask(path, fields) {
  const answer = await fetch(path, fields === void 0 ? {} : { method: "POST", body: new URLSearchParams(fields) });
  const type = answer.headers.get("content-type") ?? "";
  const told = type.startsWith("application/json") ? await answer.json() : { message: String(answer.status) };
  if (!answer.ok || told.code !== void 0) {
    throw new Refused({ code: told.code, message: told.message ?? String(answer.status) }, answer.status);
  }
  return told;
}

// src/pages/browser/upload/part-plan.ts
function doneBytes({ sizeBytes, complete, parts }) {
  return complete ? sizeBytes : sizeBytes - parts.reduce((sum, part) => sum + part.sizeBytes, 0);
}
function partPlan(upload) {
  if (upload.complete) return [];
  let done = doneBytes(upload);
  return upload.parts.map(({ number, sizeBytes }) => {
    const from = (number - 1) * upload.partSizeBytes;
    const planned = { number, from, to: from + sizeBytes, doneBytes: done };
    done += sizeBytes;
    return planned;
  });
}

// src/pages/browser/upload/persistently.ts
var LONGEST_WAIT_S = 30;
function waitSeconds(tries) {
  return Math.min(LONGEST_WAIT_S, 2 ** tries);
}
async function persistently(endable, { pause, tell }, act) {
  for (let tries = 0; ; tries += 1) {
    if (endable.canceled) throw new Canceled();
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error)) throw error;
      const seconds = waitSeconds(tries);
      tell(seconds);
      await pause(seconds, (finish) => endable.abort = finish);
    }
  }
}

// src/pages/browser/upload/send-part.ts
function refusalIn({ status, responseText }) {
  try {
    return new Refused(JSON.parse(responseText), status);
  } catch {
    return new Refused({ message: String(status) }, status);
  }
}
function sendPart(path, bytes, endable, tellSent) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", path);
    request.upload.addEventListener("progress", ({ loaded }) => tellSent(loaded));
    request.addEventListener("load", () => {
      if (request.status === 200) resolve();
      else reject(refusalIn(request));
    });
    request.addEventListener("error", () => reject(new TypeError("The connection was lost.")));
    request.addEventListener("abort", () => reject(new Canceled()));
    endable.abort = () => request.abort();
    request.send(bytes);
  });
}

// src/pages/browser/upload/until-online.ts
var untilOnline = (seconds, ends) => new Promise((resolve) => {
  const end = setTimeout(finish, seconds * 1e3);
  function finish() {
    clearTimeout(end);
    removeEventListener("online", finish);
    resolve();
  }
  addEventListener("online", finish);
  ends(finish);
});

// src/pages/browser/upload/transfer.ts
function checksumOf(transfer) {
  return new Promise((resolve, reject) => {
    const worker = new Worker("/deposit/checksum-worker.js", { type: "module" });
    transfer.worker = worker;
    worker.addEventListener("error", () => reject(new Error("The checksum could not be made.")));
    worker.addEventListener("message", ({ data }) => {
      if ("done" in data) {
        transfer.hashed = data.done;
        return;
      }
      worker.terminate();
      if ("checksum" in data) resolve(data.checksum);
      else reject(new Error(data.problem));
    });
    worker.postMessage(transfer.file);
  });
}
function patiently({ words }, transfer, act) {
  const tell = (seconds) => transfer.line.say(filled(words.offline, { seconds }));
  return persistently(transfer, { pause: untilOnline, tell }, act);
}
async function uploadFor({ dataset, begun }, { file, key }) {
  const known = begun.all()[key];
  if (known !== void 0) {
    try {
      const state = await ask(`/deposit/upload?id=${encodeURIComponent(known.id)}`);
      if (state.sizeBytes === file.size) return state;
    } catch (error) {
      if (isPassing(error) || isSignedOut(error)) throw error;
    }
  }
  const upload = await ask("/deposit/upload", { persistentId: dataset, size: String(file.size) });
  begun.set(key, { id: upload.id, name: file.name });
  return upload;
}
async function sendParts(page, transfer) {
  const { words, sizeText } = page;
  const { file, line } = transfer;
  const show = (done) => {
    line.show(done);
    line.say(filled(words.sending, { done: sizeText(done), size: sizeText(file.size) }));
  };
  const upload = await patiently(page, transfer, () => uploadFor(page, transfer));
  transfer.id = upload.id;
  const before = doneBytes(upload);
  if (before > 0) line.say(filled(words.resuming, { done: sizeText(before), size: sizeText(file.size) }));
  for (const { number, from, to, doneBytes: done } of partPlan(upload)) {
    const path = `/deposit/upload/part?id=${encodeURIComponent(upload.id)}&number=${number}`;
    await patiently(page, transfer, () => sendPart(path, file.slice(from, to), transfer, (sent) => show(done + sent)));
    show(done + to - from);
  }
  return upload;
}
async function transferFile(page, transfer) {
  const { dataset, words, begun } = page;
  const { file, facts, key, line } = transfer;
  const hashing = checksumOf(transfer);
  hashing.catch(() => {
  });
  const upload = await sendParts(page, transfer);
  const tellHashed = () => line.say(filled(words.checking, { percent: Math.floor(100 * transfer.hashed / file.size) }));
  const watch = setInterval(tellHashed, 250);
  const checksum = await hashing.finally(() => clearInterval(watch));
  line.say(words.adding);
  const fields = {
    ...facts,
    persistentId: dataset,
    storageIdentifier: upload.storageIdentifier,
    size: String(file.size),
    checksum,
    name: file.name
  };
  const added = await patiently(page, transfer, () => ask("/deposit/upload/add", fields));
  begun.remove(key);
  return { checksum, warning: added.warning ?? "" };
}

// src/pages/browser/upload/transfer-queue.ts
var LANES = 2;
function transferQueue(page, allDone) {
  const { words, begun } = page;
  const waiting = [];
  let running = 0;
  function ended(transfer, error) {
    const { line, key, id } = transfer;
    transfer.worker?.terminate();
    if (error instanceof Canceled) {
      line.say(words.canceled);
      begun.remove(key);
      if (id !== void 0) ask("/deposit/upload/abort", { id }).catch(() => {
      });
      line.cancel.remove();
      return;
    }
    const isDifferent = error instanceof Refused && error.code === "CHECKSUM_MISMATCH";
    if (isDifferent) begun.remove(key);
    const reason = error instanceof Error ? error.message : String(error);
    line.say(isSignedOut(error) ? words.signedOut : isDifferent ? words.mismatch : filled(words.failed, { reason }));
    line.fail(() => {
      waiting.push(transfer);
      next();
    });
  }
  async function run(transfer) {
    try {
      const { checksum, warning } = await transferFile(page, transfer);
      transfer.line.say(`${filled(words.finished, { checksum })} ${warning}`);
      transfer.line.finish();
      if (Object.keys(begun.all()).length === 0) document.getElementById("unfinished")?.remove();
    } catch (error) {
      ended(transfer, error);
    }
  }
  function next() {
    while (running < LANES) {
      const transfer = waiting.shift();
      if (transfer === void 0) return;
      running += 1;
      run(transfer).catch(() => {
      }).finally(() => {
        running -= 1;
        if (running === 0 && waiting.length === 0) allDone();
        next();
      }).catch(() => {
      });
    }
  }
  return {
    add: (transfer) => {
      waiting.push(transfer);
      next();
    },
    isBusy: () => running > 0
  };
}

// src/pages/browser/upload/unfinished-notice.ts
function unfinishedNotice({ begun, words }) {
  const names = Object.values(begun.all()).map(({ name }) => name);
  if (names.length === 0) return void 0;
  const forget = element("button", { type: "button", class: "button quiet" }, words.forget);
  const text = element("p", { dir: "auto" }, filled(words.unfinished, { names: names.join(", ") }));
  const notice = element("div", { class: "notice", role: "status", id: "unfinished" }, text, forget);
  forget.addEventListener("click", () => {
    for (const { id } of Object.values(begun.all())) ask("/deposit/upload/abort", { id }).catch(() => {
    });
    begun.clear();
    notice.remove();
  });
  return notice;
}

// src/pages/browser/upload/upload-form.ts
function factsOf(form2) {
  const texts = [...new FormData(form2)].filter((entry) => typeof entry[1] === "string");
  return Object.fromEntries(texts.filter(([name]) => name !== "file"));
}
function enqueuing(form2, page, { list, add }) {
  return (files) => {
    const facts = factsOf(form2);
    for (const { file, folder: below } of files) {
      const folder = [facts["directoryLabel"] ?? "", below].filter((part) => part !== "").join("/");
      const path = folder === "" ? file.name : `${folder}/${file.name}`;
      const line = fileLine(file, path, page.words);
      const transfer = {
        file,
        key: nameOfChoice(path, file),
        facts: { ...facts, directoryLabel: folder },
        line,
        canceled: false,
        abort: void 0,
        id: void 0,
        worker: void 0,
        hashed: 0
      };
      line.cancel.addEventListener("click", () => {
        transfer.canceled = true;
        transfer.abort?.();
      });
      list.append(line.element);
      add(transfer);
    }
  };
}
function dropPlace({ words }, folder, enqueue) {
  const label = element("label", { for: "folder" }, words.chooseFolder);
  const drop = element("div", { class: "drop" }, element("p", {}, words.drop), label, folder);
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    const entries = [...event.dataTransfer?.items ?? []].map((item) => item.webkitGetAsEntry());
    droppedFiles(entries).then(enqueue, () => {
    });
  });
  return drop;
}
function folderOf({ webkitRelativePath }) {
  return webkitRelativePath.split("/").slice(0, -1).join("/");
}
function listenToForm(form2, { input, folder, noFile }, enqueue) {
  form2.addEventListener("submit", (event) => {
    const chosen = [...input.files ?? [], ...folder.files ?? []];
    event.preventDefault();
    if (chosen.length === 0) {
      input.setCustomValidity(noFile);
      input.reportValidity();
      input.setCustomValidity("");
      return;
    }
    enqueue(chosen.map((file) => ({ file, folder: folderOf(file) })));
    input.value = "";
    folder.value = "";
  });
}
function enhanceForm(form2, page) {
  const { words, dataset } = page;
  const input = form2.querySelector("input[type=file]");
  const button = form2.querySelector("button[type=submit]");
  const [note, place] = [document.getElementById("add-note"), document.getElementById("uploads")];
  if (input === null || button === null || note === null || place === null) return;
  input.multiple = true;
  input.required = false;
  note.textContent = words.note;
  button.textContent = words.addAll;
  const list = element("ul", { class: "uploads", "aria-label": words.list });
  const queue = transferQueue(page, () => void refreshList(dataset).catch(() => {
  }));
  const enqueue = enqueuing(form2, page, { list, add: (transfer) => queue.add(transfer) });
  const folder = element("input", { type: "file", id: "folder", "aria-label": words.chooseFolder });
  folder.webkitdirectory = true;
  input.closest(".control")?.append(dropPlace(page, folder, enqueue));
  listenToForm(form2, { input, folder, noFile: words.noFile }, enqueue);
  addEventListener("beforeunload", (event) => {
    if (queue.isBusy()) event.preventDefault();
  });
  place.append(...[unfinishedNotice(page)].filter((notice) => notice !== void 0), list);
}

// src/pages/browser/upload.ts
var form = document.getElementById("add-files");
if (form instanceof HTMLFormElement) {
  const { words = "{}", dataset = "" } = form.dataset;
  enhanceForm(form, {
    dataset,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the page, whose words are held to this type
    words: JSON.parse(words),
    sizeText: sizeTexts(document.documentElement.lang),
    begun: begunUploads(() => localStorage, dataset)
  });
}
