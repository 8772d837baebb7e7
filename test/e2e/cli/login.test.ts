import { chmod, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cliUser, scriptUser } from '../../support/cli.ts';
import { superuser } from '../../support/seed.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { SUPERUSER_TOKEN } from '../../support/superuser-token.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a login with a token is kept for the user alone, names the account, and ends with logout', async () => {
  const user = cliUser();
  expect((await user.run(['whoami'])).code).toBe(2);

  const login = await user.run(['login', server.url, '--with-token'], { input: `${SUPERUSER_TOKEN}\n` });
  expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining(`You are @admin`) });
  const file = join(user.home, '.config', 'archivolt', 'credentials.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(join(user.home, '.config', 'archivolt'))).mode & 0o777).toBe(0o700);

  const who = await user.run(['whoami', '--json']);
  expect(who.code).toBe(0);
  expect([who.json().text('account'), who.json().at('superuser'), who.json().text('server')]).toEqual(['@admin', true, server.url]);

  expect((await user.run(['logout'])).code).toBe(0);
  expect(await readFile(file, 'utf8')).not.toContain(SUPERUSER_TOKEN);
  expect((await user.run(['whoami', '--server', server.url])).code).toBe(3);
});

test('a folder for configuration is where XDG_CONFIG_HOME says, and credentials that others can read are refused', async () => {
  const user = cliUser();
  const env = { XDG_CONFIG_HOME: join(user.home, 'elsewhere') };
  await user.run(['login', server.url, '--with-token'], { input: SUPERUSER_TOKEN, env });
  const file = join(user.home, 'elsewhere', 'archivolt', 'credentials.json');
  await chmod(file, 0o644);
  const who = await user.run(['whoami', '--json'], { env });
  expect(who.code).toBe(1);
  expect(JSON.parse(who.stderr)).toMatchObject({ error: { code: 'CREDENTIALS_EXPOSED', exitCode: 1 } });
});

test('a login without a token is confirmed elsewhere, and its token has the scopes that were asked for', async () => {
  const user = cliUser();
  let decided: Promise<unknown> | undefined;
  const login = await user.run(['login', server.url, '--scopes', 'read'], {
    watch: (stderr) => {
      const code = /confirm the code (\S+)\./.exec(stderr)?.[1];
      if (code === undefined || decided !== undefined) return;
      expect(stderr).toContain('/device?user_code=');
      decided = superuser(server).graphql.expectData(
        'mutation ($input: DecideDeviceSignInInput!) { decideDeviceSignIn(input: $input) { deviceSignIn { clientName } } }',
        { input: { userCode: code, allow: true } },
      );
    },
  });
  await decided;
  expect(login).toMatchObject({ code: 0, stdout: expect.stringContaining('You are @admin') });
  const settings = await user.run(['query', 'mutation { deleteSetting(input: { name: ":InstallationName" }) { name } }']);
  expect(settings.code).toBe(4);
  expect(settings.json().at('errors.0.extensions.code')).toBe('TOKEN_SCOPE_EXCEEDED');
});

test('a token that the server does not know is not kept', async () => {
  const user = cliUser();
  const login = await user.run(['login', server.url, '--with-token'], { input: 'no-such-token' });
  expect(login.code).toBe(3);
  await expect(stat(join(user.home, '.config', 'archivolt', 'credentials.json'))).rejects.toThrow('ENOENT');
});

test('a token goes to the server alone that it is of', async () => {
  const user = cliUser();
  await user.run(['login', server.url, '--with-token'], { input: SUPERUSER_TOKEN });
  const elsewhere = server.url.replace('127.0.0.1', 'localhost');
  expect((await user.run(['whoami', '--server', elsewhere])).code).toBe(3);
  expect((await scriptUser(server.url, SUPERUSER_TOKEN).run(['whoami'])).code).toBe(0);
});

test('a server that is not there, and one that is none, have a code of their own', async () => {
  const user = cliUser();
  expect((await user.run(['search', '--server', 'http://127.0.0.1:9'])).code).toBe(7);
  expect((await user.run(['search', '--server', `${server.url}/docs`])).code).toBe(7);
});
