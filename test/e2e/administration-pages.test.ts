/** Administering in the browser, without scripts: docs/how-to/administer-in-the-browser.md. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAdministration, type Administration } from '../support/administration.ts';

let world: Administration;
beforeAll(async () => {
  world = await openAdministration();
});
afterAll(() => world.stop());

describe('who is no superuser', () => {
  test('is led to signing in, and back, as a guest', async () => {
    expect(await world.guest.locationOf(world.at('/admin'))).toBe('/sign-in?returnTo=%2Fadmin');
  });

  test.each(['/admin'])('is told so at %s', async (path) => {
    const { status, html } = await world.user.get(world.at(path));
    expect(status).toBe(403);
    expect(html).toContain('For administrators');
  });

  test('has no link to it in the frame; superusers have', async () => {
    expect((await world.user.get(world.at('/'))).html).not.toContain('href="/admin"');
    expect((await world.guest.get(world.at('/'))).html).not.toContain('href="/admin"');
    for (const path of ['/', '/account', '/deposit']) {
      expect([path, (await world.admin.get(world.at(path))).html.includes('href="/admin"')]).toEqual([path, true]);
    }
  });
});

test('the overview says how the installation stands', async () => {
  const { status, html } = await world.admin.get(world.at('/admin'));
  expect(status).toBe(200);
  expect(html).toContain('id="attention"');
  expect(html).toContain('id="state"');
});
