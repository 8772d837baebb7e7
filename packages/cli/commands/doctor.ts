/** `doctor`: whether the server can be used from here, or whether an installation is in order. */
import type { Command } from 'commander';
import { z } from 'zod';
import { CliFailure, EXIT } from '../failure.ts';
import { runInstallationTask } from '../installation-task.ts';
import manifest from '../package.json' with { type: 'json' };
import { type CommonOptions, createSession, type Session } from '../session.ts';
import { wholeNumber } from '../whole-number.ts';

const STATE = `query { serverInfo { version installationName } viewer { identifier superuser } }`;
const stateShape = z.object({
  serverInfo: z.object({ version: z.string(), installationName: z.string() }),
  viewer: z.object({ identifier: z.string(), superuser: z.boolean() }),
});
const FIXITY = `query { fixityReport { counts { totalFiles uncheckedFiles faultyFiles } } }`;
const fixityShape = z.object({
  fixityReport: z.object({ counts: z.object({ totalFiles: z.number(), uncheckedFiles: z.number(), faultyFiles: z.number() }) }),
});

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
}

/** What stands in the way, and what does not. A server that does not answer ends the examination. @throws CliFailure */
async function examine(session: Session): Promise<Finding[]> {
  const client = await session.client();
  const { serverInfo, viewer } = await client.ask(stateShape, STATE);
  const sameVersion = serverInfo.version === manifest.version;
  const findings: Finding[] = [
    { check: 'server', ok: true, message: `${client.server} is ${serverInfo.installationName}.` },
    {
      check: 'version',
      ok: sameVersion,
      message: sameVersion
        ? `Both are ${manifest.version}.`
        : `The server is ${serverInfo.version}, this program ${manifest.version}: take that of the server.`,
    },
    { check: 'account', ok: true, message: client.token === undefined ? 'You are a guest there.' : `You are ${viewer.identifier}.` },
  ];
  if (viewer.superuser) {
    const { counts } = (await client.ask(fixityShape, FIXITY)).fixityReport;
    const message = `${counts.faultyFiles} of ${counts.totalFiles} files are not as recorded, ${counts.uncheckedFiles} were never read.`;
    findings.push({ check: 'fixity', ok: counts.faultyFiles === 0, message });
  }
  return findings;
}

async function doctor(options: CommonOptions): Promise<void> {
  const session = createSession(options);
  const findings = await examine(session);
  for (const { check, ok, message } of findings) session.output.line(`${ok ? 'ok  ' : 'FAIL'}  ${check.padEnd(8)}  ${message}`);
  session.output.result({ findings });
  if (!findings.every(({ ok }) => ok)) throw new CliFailure(EXIT.partly, 'DOCTOR_FOUND', 'Not all is in order: see above.');
}

interface TaskOptions extends CommonOptions {
  readonly mend?: boolean;
  readonly graceHours?: number;
}

export function addDoctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .summary('examine the way to a server, or an installation')
    .description(
      'Without a further word: whether the server answers, is of the same version, knows your token, and for superusers whether all files are as recorded.',
    )
    .addHelpText('after', '\nExamples:\n  archivolt doctor\n  DATA_DIR=/srv/archivolt/var archivolt doctor storage --mend')
    .action((_options: unknown, self: Command) => doctor(self.optsWithGlobals()));
  const task = async (subject: string, { mend, graceHours, ...options }: TaskOptions): Promise<void> => {
    const args = [...(mend === true ? ['--mend'] : []), ...(graceHours === undefined ? [] : ['--grace-hours', String(graceHours)])];
    await runInstallationTask(createSession(options), ['doctor', subject, ...args], { ownJson: true });
  };
  command
    .command('storage')
    .summary('compare database and stores, on the machine of the installation')
    .option('--mend', 'put bytes that belong to no file aside')
    .option('--grace-hours <hours>', 'leave out what is younger', wholeNumber(1, 8760))
    .action((_options: unknown, self: Command) => task('storage', self.optsWithGlobals()));
  command
    .command('search')
    .summary('compare database and index of search, on the machine of the installation')
    .option('--mend', 'describe everything anew')
    .action((_options: unknown, self: Command) => task('search', self.optsWithGlobals()));
}
