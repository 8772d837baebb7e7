/** `admin`: accounts, settings and metadata blocks. */
import type { Command } from 'commander';
import { addAccountCommands } from './admin-accounts.ts';
import { addBlockCommands } from './admin-blocks.ts';
import { addSettingCommands } from './admin-settings.ts';

export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').summary('accounts, settings and metadata blocks, for administrators');
  addAccountCommands(admin);
  addSettingCommands(admin);
  addBlockCommands(admin);
}
