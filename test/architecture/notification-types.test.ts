import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { NOTIFICATION_TYPES } from '../../src/vocabulary/notifications.ts';
import { trackedFiles } from './tracked-files.ts';

/** Types that nothing raises, with what would. Source: users-admin.md 5.3. */
const WITHOUT_CAUSE: Readonly<Record<string, string>> = {
  CREATEDS: 'raised by a web interface in which datasets are created',
  REVOKEROLE: 'raised by a web interface in which roles are administered',
  FILESYSTEMIMPORT: 'raised by a job that imports files of a folder',
  CHECKSUMIMPORT: 'raised by a job that imports checksums',
  DATASETMENTIONED: 'raised by an inbox for linked data notifications',
  GLOBUSUPLOADCOMPLETED: 'raised by transfers over Globus',
  GLOBUSUPLOADCOMPLETEDWITHERRORS: 'raised by transfers over Globus',
  GLOBUSDOWNLOADCOMPLETED: 'raised by transfers over Globus',
  GLOBUSDOWNLOADCOMPLETEDWITHERRORS: 'raised by transfers over Globus',
  GLOBUSUPLOADREMOTEFAILURE: 'raised by transfers over Globus',
  GLOBUSUPLOADLOCALFAILURE: 'raised by transfers over Globus',
};

/** A type that is given as it is, or one of two by what happened. */
const RAISED = /\btype(?::| =) (?:\w+ \? '([A-Z_]+)' : )?'([A-Z_]+)'/g;

test('every type of notification is raised by something, or stands in the list of those without a cause', async () => {
  const texts = await Promise.all(trackedFiles('src/domain/**/*.ts').map((path) => readFile(path, 'utf8')));
  const raised = new Set(texts.flatMap((text) => [...text.matchAll(RAISED)].flatMap(([, ...types]) => types)));
  const without = NOTIFICATION_TYPES.filter((type) => !raised.has(type));
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_CAUSE).toSorted());
});

/** Where a type shows by its text alone. */
const SEEN_BY_TEXT: Readonly<Record<string, string>> = { CONFIRMEMAIL: 'Please confirm your e-mail address' };

test('every type that something raises is seen by a test of behaviour', async () => {
  const paths = ['contract', 'integration', 'e2e'].flatMap((folder) => trackedFiles(`test/${folder}/**/*.ts`));
  const texts = (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join('\n');
  const raised = NOTIFICATION_TYPES.filter((type) => !(type in WITHOUT_CAUSE));
  expect(raised.filter((type) => !texts.includes(SEEN_BY_TEXT[type] ?? `'${type}'`))).toEqual([]);
});
