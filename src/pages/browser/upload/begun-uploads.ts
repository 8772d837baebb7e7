/** Uploads that were begun and not finished in this browser, by what names a file here. */

export interface BegunUpload {
  readonly id: string;
  /** Name of the file. */
  readonly name: string;
}

/** What keeps texts in a browser. */
export interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

export interface BegunUploads {
  all(): Readonly<Record<string, BegunUpload>>;
  set(file: string, upload: BegunUpload): void;
  remove(file: string): void;
  clear(): void;
}

function isBegun(value: unknown): value is BegunUpload {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}

/** What is kept; whatever else stands there counts as nothing. */
function readAll(text: string | null): Record<string, BegunUpload> {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, BegunUpload] => isBegun(entry[1])));
  } catch {
    return {};
  }
}

/** Names a file as it was chosen; it is another one once it was changed. */
export function nameOfChoice(path: string, { size, lastModified }: { readonly size: number; readonly lastModified: number }): string {
  return [path, size, lastModified].join('|');
}

/** Those of one dataset. The store is asked for anew each time: a browser may refuse it. */
export function begunUploads(store: () => TextStore, dataset: string): BegunUploads {
  const key = `archivolt-uploads ${dataset}`;
  const all = (): Record<string, BegunUpload> => {
    try {
      return readAll(store().getItem(key));
    } catch {
      return {};
    }
  };
  const keep = (uploads: Readonly<Record<string, BegunUpload>>): void => {
    try {
      if (Object.keys(uploads).length === 0) store().removeItem(key);
      else store().setItem(key, JSON.stringify(uploads));
    } catch {
      // Without storage an upload is resumed as long as the page is open.
    }
  };
  return {
    all,
    set: (file, upload) => keep({ ...all(), [file]: upload }),
    remove: (file) => keep(Object.fromEntries(Object.entries(all()).filter(([name]) => name !== file))),
    clear: () => keep({}),
  };
}
