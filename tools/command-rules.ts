import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { LOCK_RULES } from '../src/kernel/locks.ts';
import { PERMISSIONS } from '../src/vocabulary.ts';

const requirement = z.enum([...PERMISSIONS, 'Public', 'LoggedIn', 'Superuser', 'AdminGate', 'depends']);
const lockRule = z.enum([...Object.keys(LOCK_RULES), 'none', 'depends']);
const rules = z.object({ requires: z.array(requirement).nonempty(), refusedUnder: lockRule });
const command = rules
  .extend({ commandName: z.string() })
  .transform(({ commandName, ...rest }) => ({ kind: 'command' as const, name: commandName, ...rest }));
const query = rules
  .extend({ queryName: z.string() })
  .transform(({ queryName, ...rest }) => ({ kind: 'query' as const, name: queryName, ...rest }));
const gated = z.union([command, query]);

/** The rules of a command or guarded read, without its body. */
export type GateRules = z.infer<typeof gated>;

function rulesOf(value: unknown): GateRules | undefined {
  if (typeof value !== 'function' || !('commandName' in value || 'queryName' in value)) return undefined;
  // A function is no object to zod, so its properties are laid out for it.
  return gated.parse(Object.fromEntries(Object.entries(value)));
}

/**
 * The rules of every command and guarded read, by name: loads all modules of src/domain, so that none can be forgotten.
 * Loading starts nothing. Throws when there are none at all, as this reader has then lost sight of them, and when two have one name.
 */
export async function readGateRules(): Promise<GateRules[]> {
  const files = (await readdir('src/domain', { recursive: true })).filter((name) => name.endsWith('.ts'));
  const found = new Map<string, { readonly value: unknown; readonly rules: GateRules }>();
  for (const file of files) {
    const module = z
      .custom<object>((value) => typeof value === 'object')
      .parse(await import(pathToFileURL(resolve('src/domain', file)).href));
    const values: unknown[] = Object.values(module);
    for (const value of values) {
      const own = rulesOf(value);
      if (own === undefined) continue;
      const other = found.get(own.name);
      if (other !== undefined && other.value !== value) throw new Error(`Two commands or queries are named ${own.name}.`);
      found.set(own.name, { value, rules: own });
    }
  }
  const all = [...found.values()].map((one) => one.rules);
  for (const kind of ['command', 'query']) {
    if (!all.some((one) => one.kind === kind)) throw new Error(`No ${kind} was found in src/domain.`);
  }
  return all.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
