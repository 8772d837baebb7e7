import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { LOCK_RULES } from '../src/domain/locks.ts';
import { PERMISSIONS } from '../src/vocabulary.ts';

const requirement = z.enum([...PERMISSIONS, 'Public', 'LoggedIn', 'Superuser', 'AdminGate', 'depends']);
const lockRule = z.enum([...Object.keys(LOCK_RULES), 'none', 'depends']);
const command = z.object({ commandName: z.string(), requires: requirement, refusedUnder: lockRule });

/** The rules of a command, without its body. */
export type CommandRules = z.infer<typeof command>;

function rulesOf(value: unknown): CommandRules | undefined {
  if (typeof value !== 'function' || !('commandName' in value)) return undefined;
  // A function is no object to zod, so its properties are laid out for it.
  return command.parse(Object.fromEntries(Object.entries(value)));
}

/**
 * The rules of every command, by name: loads all modules of src/domain, so that none can be forgotten. Loading starts nothing.
 * Throws when there is no command at all: then this reader has lost sight of them.
 */
export async function readCommandRules(): Promise<CommandRules[]> {
  const names = (await readdir('src/domain', { recursive: true })).filter((name) => name.endsWith('.ts'));
  const rules = new Map<string, CommandRules>();
  for (const name of names) {
    const module = z
      .custom<object>((value) => typeof value === 'object')
      .parse(await import(pathToFileURL(resolve('src/domain', name)).href));
    const values: unknown[] = Object.values(module);
    for (const found of values.map(rulesOf)) {
      if (found !== undefined) rules.set(found.commandName, found);
    }
  }
  if (rules.size === 0) throw new Error('No command was found in src/domain.');
  return [...rules.values()].toSorted((a, b) => a.commandName.localeCompare(b.commandName, 'en'));
}
