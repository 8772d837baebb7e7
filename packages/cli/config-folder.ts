/** Where the system wants programs to keep what belongs to their user. Source: XDG Base Directory Specification 0.8. */
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

function folder(env: Environment, variable: string, fallback: string): string {
  const set = env[variable];
  // A relative path counts as unset, as the specification says.
  return join(set !== undefined && isAbsolute(set) ? set : join(env['HOME'] ?? homedir(), fallback), 'archivolt');
}

/** What the user has chosen, tokens among it. */
export function configFolder(env: Environment): string {
  return folder(env, 'XDG_CONFIG_HOME', '.config');
}

/** What a later run goes on from. */
export function stateFolder(env: Environment): string {
  return folder(env, 'XDG_STATE_HOME', '.local/state');
}
