/** A server with browsers in which a superuser, a user and nobody are signed in. */
import { type CookieBrowser, openBrowser, type ShownPage } from './cookie-browser.ts';
import { formsOf, type HtmlForm } from './html-form.ts';
import { type Caller, createUser, succeeded, superuser } from './seed.ts';
import { startTestServer, type TestServer } from './server.ts';

const PASSWORD = 'secret-1234';

export interface Administration {
  readonly server: TestServer;
  /** The first superuser, by its token. */
  readonly caller: Caller;
  readonly admin: CookieBrowser;
  /** Name of the account that is signed in there, without `@`. */
  readonly adminName: string;
  readonly user: CookieBrowser;
  readonly userName: string;
  readonly guest: CookieBrowser;
  at(path: string): string;
  /** Sends the first form of a page that goes to a path, and holds all of `known`, with changes. */
  send(
    shown: ShownPage,
    path: string,
    changes?: Readonly<Record<string, string>>,
    known?: Readonly<Record<string, string>>,
  ): Promise<ShownPage>;
  stop(): Promise<void>;
}

/** Makes an account and signs it in in a browser of its own. */
export async function signedIn(server: TestServer, name: string): Promise<{ readonly browser: CookieBrowser; readonly userName: string }> {
  const { identifier } = await createUser(server, name);
  const browser = openBrowser();
  const userName = identifier.slice(1);
  await browser.post(`${server.url}/sign-in`, { userName, password: PASSWORD });
  return { browser, userName };
}

function isMeant({ action, entries }: HtmlForm, path: string, known: Readonly<Record<string, string>>): boolean {
  return action.split('?')[0] === path && Object.entries(known).every(([name, value]) => entries.getAll(name).includes(value));
}

export async function openAdministration(): Promise<Administration> {
  const server = await startTestServer();
  const caller = superuser(server);
  const admin = await signedIn(server, 'keeper');
  succeeded(await caller.rest.send(`/api/admin/superuser/${admin.userName}`, { method: 'PUT', raw: 'true' }));
  const user = await signedIn(server, 'visitor');
  const at = (path: string): string => server.url + path;
  return {
    server,
    caller,
    admin: admin.browser,
    adminName: admin.userName,
    user: user.browser,
    userName: user.userName,
    guest: openBrowser(),
    at,
    send: (shown, path, changes = {}, known = {}) => {
      const form = formsOf(shown.html).find((one) => isMeant(one, path, known));
      if (form === undefined) throw new Error(`No such form is sent to ${path} from ${shown.url}.`);
      for (const [name, value] of Object.entries(changes)) form.entries.set(name, value);
      return admin.browser.post(at(form.action), form.entries);
    },
    stop: () => server.stop(),
  };
}
