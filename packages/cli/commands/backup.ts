/** `backup` and `restore`: tasks of the machine of the installation. */
import type { Command } from 'commander';
import { runInstallationTask } from '../installation-task.ts';
import { type CommonOptions, createSession } from '../session.ts';

interface BackupOptions extends CommonOptions {
  readonly to: string;
  readonly verify?: boolean;
}

interface RestoreOptions extends CommonOptions {
  readonly from: string;
  readonly snapshot?: string;
}

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .summary('back up database and files, on the machine of the installation')
    .description(
      'Writes the database as it is at one moment, and the files of all stores, while the server runs. What the backup before it has is not copied\nagain. Then everything is read and compared.',
    )
    .requiredOption('--to <folder>', 'folder of the backups')
    .option('--verify', 'read the newest backup, and make none')
    .addHelpText('after', '\nExample:\n  DATA_DIR=/srv/archivolt/var archivolt backup --to /mnt/backup')
    .action((_options: unknown, command: Command) => {
      const { to, verify, ...options } = command.optsWithGlobals<BackupOptions>();
      return runInstallationTask(createSession(options), ['backup', '--to', to, ...(verify === true ? ['--verify'] : [])]);
    });
  program
    .command('restore')
    .summary('restore a backup into an installation that has nothing yet')
    .description(
      'Reads a backup whole, and if nothing is damaged, brings database and files to an empty DATA_DIR, or to an empty database and stores.',
    )
    .requiredOption('--from <folder>', 'folder of the backups')
    .option('--snapshot <name>', 'which one; the newest without it')
    .addHelpText('after', '\nExample:\n  DATA_DIR=/srv/new archivolt restore --from /mnt/backup')
    .action((_options: unknown, command: Command) => {
      const { from, snapshot, ...options } = command.optsWithGlobals<RestoreOptions>();
      const named = snapshot === undefined ? [] : ['--snapshot', snapshot];
      return runInstallationTask(createSession(options), ['restore', '--from', from, ...named]);
    });
}
