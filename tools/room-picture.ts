import type { ImportEdge } from './check-imports.ts';

/** The room that a module of src/ belongs to: its folder, an area of the domain, or the module itself; undefined for anything else. */
export function roomOf(path: string): string | undefined {
  const [top, first, second, third] = path.split('/');
  if (top !== 'src' || first === undefined) return undefined;
  if (first === 'domain' && second !== undefined) return third === undefined ? `domain/${second.replace('.ts', '')}` : `domain/${second}`;
  return first.replace('.ts', '');
}

/** Rooms with those they import. */
export function roomImports(edges: readonly ImportEdge[]): ReadonlyMap<string, ReadonlySet<string>> {
  const rooms = new Map<string, Set<string>>();
  for (const { from, to } of edges) {
    const [importer, imported] = [roomOf(from), roomOf(to)];
    if (importer === undefined || imported === undefined) continue;
    const others = rooms.get(importer) ?? new Set();
    rooms.set(importer, others);
    if (!rooms.has(imported)) rooms.set(imported, new Set());
    if (imported !== importer) others.add(imported);
  }
  return rooms;
}

/**
 * The rooms in layers from the bottom up: each imports rooms of lower layers only. `circle` holds the rooms that no order can place:
 * those of circles and those above them.
 */
export function layersOf(rooms: ReadonlyMap<string, ReadonlySet<string>>): { readonly layers: string[][]; readonly circle: string[] } {
  const layers: string[][] = [];
  const placed = new Set<string>();
  let waiting = [...rooms.keys()];
  while (waiting.length > 0) {
    const layer = waiting.filter((room) => [...(rooms.get(room) ?? [])].every((other) => placed.has(other))).sort();
    if (layer.length === 0) return { layers, circle: waiting.sort() };
    for (const room of layer) placed.add(room);
    layers.push(layer);
    waiting = waiting.filter((room) => !placed.has(room));
  }
  return { layers, circle: [] };
}
