// PostgreSQL refuses to run as root, so a server started by root (a container) runs it as another account of the system.
import { readFile, stat } from 'node:fs/promises';
import { StartupError } from '../../errors/startup-error.ts';

/** The system account that runs PostgreSQL and owns its files. */
export interface ServerAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
  /** True when this process has to change to the account, false when it already is it. */
  readonly foreign: boolean;
}

const ROOT = 0;

/**
 * Chooses the account: as root the owner of the existing cluster, else `postgres`, else `nobody`; otherwise oneself.
 * @param readPasswd gives the text of the account list (passwd(5)).
 * @throws StartupError when root finds no such account, or an ordinary user starts on a cluster of another user.
 */
export async function chooseServerAccount(clusterDir: string, readPasswd = readSystemPasswd): Promise<ServerAccount> {
  const uid = process.geteuid?.() ?? ROOT;
  const owner = await stat(clusterDir).catch(() => undefined);
  const accounts = parsePasswd(await readPasswd());
  const nameOf = (id: number) => accounts.find((account) => account.uid === id)?.name ?? `with id ${id}`;
  if (uid !== ROOT) {
    if (owner !== undefined && owner.uid !== uid) {
      throw new StartupError(
        `The database in ${clusterDir} belongs to the user ${nameOf(owner.uid)}: start the server as that user or as root, or set another DATA_DIR.`,
      );
    }
    return { name: nameOf(uid), uid, gid: process.getegid?.() ?? uid, foreign: false };
  }
  if (owner !== undefined && owner.uid !== ROOT) {
    return { name: nameOf(owner.uid), uid: owner.uid, gid: owner.gid, foreign: true };
  }
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((candidate) => candidate.name === name && candidate.uid !== ROOT);
    if (account !== undefined) return { ...account, foreign: true };
  }
  throw new StartupError(
    'PostgreSQL does not run as root, and this system has neither a user postgres nor a user nobody: start the server as an ordinary user, or set DATABASE_URL.',
  );
}

/** Text of /etc/passwd; empty where there is none. */
export async function readSystemPasswd(): Promise<string> {
  return readFile('/etc/passwd', 'utf8').catch(() => '');
}

function parsePasswd(text: string): { name: string; uid: number; gid: number }[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    const account = { name: name ?? '', uid: Number(uid), gid: Number(gid) };
    return account.name !== '' && Number.isInteger(account.uid) && Number.isInteger(account.gid) ? [account] : [];
  });
}
