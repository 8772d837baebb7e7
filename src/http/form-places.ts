import { DomainError } from '../errors/domain-error.ts';

/** A path in the operations. */
export type Place = readonly string[];

/** Most levels of a place; inputs of the schema have a handful. */
const DEEPEST = 20;

function fault(name: string, rule: string): DomainError {
  const message = `The file "${name.slice(0, 100)}" of "map" ${rule}.`;
  return new DomainError('BAD_USER_INPUT', message, { problems: [{ pointer: '/map', message }] });
}

/** The object that contains a path. Inherited property names are not followed: they lead to objects of the whole process. */
export function holderOf(operations: unknown, place: Place): object | undefined {
  let holder = operations;
  for (const [index, name] of place.entries()) {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined;
    if (index === place.length - 1) return holder;
    holder = Reflect.get(holder, name);
  }
  return undefined;
}

/**
 * Reads where the files of a form belong: each in one place that the operations have, and no two in one.
 * @throws DomainError BAD_USER_INPUT when they do not
 */
export function placesOf(operations: unknown, map: object): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const taken = new Set<string>();
  for (const [name, given] of Object.entries(map)) {
    const entries: readonly unknown[] = Array.isArray(given) ? given : [];
    const [path] = entries;
    // A file is read once, as it arrives.
    if (entries.length !== 1 || typeof path !== 'string') throw fault(name, 'needs a list of one path, such as ["variables.file"]');
    const place = path.split('.', DEEPEST + 1);
    const isThere = place.length <= DEEPEST && holderOf(operations, place) !== undefined;
    if (!isThere) throw fault(name, 'has a path that "operations" does not have');
    if (taken.has(path)) throw fault(name, 'has the path of another file');
    taken.add(path);
    places.set(name, place);
  }
  return places;
}
