import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { LOCK_RULES } from '../src/kernel/locks.ts';
import { PERMISSIONS, TOKEN_SCOPES } from '../src/vocabulary/access.ts';

const requirement = z.enum([...PERMISSIONS, 'Public', 'Shown', 'LoggedIn', 'Superuser', 'AdminGate', 'depends']);
const lockRule = z.enum([...Object.keys(LOCK_RULES), 'none', 'depends']);
const rules = z.object({ requires: z.array(requirement).nonempty(), refusedUnder: lockRule, tokenScope: z.enum(TOKEN_SCOPES) });
const command = rules
  .extend({ commandName: z.string() })
  .transform(({ commandName, ...rest }) => ({ kind: 'command' as const, name: commandName, ...rest }));
const query = rules
  .extend({ queryName: z.string() })
  .transform(({ queryName, ...rest }) => ({ kind: 'query' as const, name: queryName, ...rest }));
const gated = z.union([command, query]);
const composed = z
  .object({ composedName: z.string(), composedOf: z.array(z.string()).nonempty() })
  .transform(({ composedName: name, composedOf: parts }) => ({ kind: 'composed' as const, name, parts }));

/** The rules of a command or guarded read, without its body. */
export type GateRules = z.infer<typeof gated>;

/** What a composed operation is made of. */
export type ComposedRules = z.infer<typeof composed>;

/** The kind, name and rules of a value, if it passes the gate under a name; undefined of anything else. */
export function rulesOf(value: unknown): GateRules | ComposedRules | undefined {
  if (typeof value !== 'function') return undefined;
  // A function is no object to zod, so its properties are laid out for it.
  const properties = Object.fromEntries(Object.entries(value));
  if ('composedName' in value) return composed.parse(properties);
  return 'commandName' in value || 'queryName' in value ? gated.parse(properties) : undefined;
}

/**
 * All that passes the gate, by name: loads all modules of src/domain, so that none can be forgotten. Loading starts nothing. Throws when
 * there are none of a kind at all, as this reader has then lost sight of them, when two have one name, and when one is composed of what is
 * not there.
 */
async function readRules(): Promise<readonly (GateRules | ComposedRules)[]> {
  const files = (await readdir('src/domain', { recursive: true })).filter((name) => name.endsWith('.ts'));
  const found = new Map<string, { readonly value: unknown; readonly rules: GateRules | ComposedRules }>();
  for (const file of files) {
    const module = z
      .custom<object>((value) => typeof value === 'object')
      .parse(await import(pathToFileURL(resolve('src/domain', file)).href));
    const values: unknown[] = Object.values(module);
    for (const value of values) {
      const own = rulesOf(value);
      if (own === undefined) continue;
      const other = found.get(own.name);
      if (other !== undefined && other.value !== value) throw new Error(`Two operations are named ${own.name}.`);
      found.set(own.name, { value, rules: own });
    }
  }
  const all = [...found.values()].map((one) => one.rules);
  for (const kind of ['command', 'query', 'composed']) {
    if (!all.some((one) => one.kind === kind)) throw new Error(`No ${kind} was found in src/domain.`);
  }
  for (const one of all) {
    for (const part of 'parts' in one ? one.parts : []) {
      if (!found.has(part)) throw new Error(`${one.name} is composed of ${part}, which src/domain does not export.`);
    }
  }
  return all.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The rules of every command and guarded read, by name. */
export async function readGateRules(): Promise<GateRules[]> {
  return (await readRules()).filter((one) => one.kind !== 'composed');
}

/** Every operation that is composed of commands and guarded reads, by name. */
export async function readComposedRules(): Promise<ComposedRules[]> {
  return (await readRules()).filter((one) => one.kind === 'composed');
}
