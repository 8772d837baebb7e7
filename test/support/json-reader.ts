/** Reads values out of a parsed JSON document by dotted paths, so that tests need no casts. */
export interface JsonReader {
  /** The value at `path`, `data.files.0.label`; undefined where there is none. The empty path is the whole. */
  at(path: string): unknown;
  /** @throws Error when there is no number. */
  number(path: string): number;
  /** @throws Error when there is no text. */
  text(path: string): string;
  /** @throws Error when there is no list. */
  list(path: string): readonly unknown[];
  /** @throws Error when there is no object. */
  record(path: string): Readonly<Record<string, unknown>>;
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function step(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list[Number(key)];
  }
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Makes a reader of a document. */
export function readJson(document: unknown): JsonReader {
  const at = (path: string): unknown => (path === '' ? document : path.split('.').reduce(step, document));
  const wrong = (path: string, wanted: string): Error =>
    new Error(`No ${wanted} at "${path}" of ${JSON.stringify(document)?.slice(0, 2000)}`);
  return {
    at,
    number: (path) => {
      const value = at(path);
      if (typeof value !== 'number') throw wrong(path, 'number');
      return value;
    },
    text: (path) => {
      const value = at(path);
      if (typeof value !== 'string') throw wrong(path, 'text');
      return value;
    },
    list: (path) => {
      const value = at(path);
      if (!Array.isArray(value)) throw wrong(path, 'list');
      return value;
    },
    record: (path) => {
      const value = at(path);
      if (!isRecord(value)) throw wrong(path, 'object');
      return value;
    },
  };
}
