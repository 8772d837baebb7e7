import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listNodeAccess } from '../../../src/db/queries/gate/node-access.ts';
import type { FileFilter } from '../../../src/db/queries/files/file-search.ts';
import { listFirstFiles } from '../../../src/db/queries/versions/first-pages.ts';
import { findVersion, type VersionRow } from '../../../src/db/queries/versions/versions.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import type { ReadContext } from '../../../src/kernel/command.ts';
import { citationDay, citationYear } from '../../../src/model/citation-date.ts';
import { hasDownloadableFile } from '../../../src/domain/datasets/dataset-facts.ts';
import { planArchive } from '../../../src/domain/files/archive/plan-archive.ts';
import { authorizeDownload, createDownloadUrl, findDownloadUrl } from '../../../src/domain/files/download-file.ts';
import { setFileEmbargo, unsetFileEmbargo } from '../../../src/domain/files/file-embargo.ts';
import { setFileRetention } from '../../../src/domain/files/file-retention.ts';
import { replaceFile } from '../../../src/domain/files/replace-file.ts';
import { findOwnFilePermissions, requestFileAccess } from '../../../src/domain/files/request-file-access.ts';
import { requireFile } from '../../../src/domain/files/view-file.ts';
import { putSetting } from '../../../src/domain/installation/settings-commands.ts';
import { countVersionFiles, sumVersionFiles } from '../../../src/domain/versions/count-version-files.ts';
import { searchVersionFiles } from '../../../src/domain/versions/list-version-files.ts';
import { viewDataset, viewDatasetWithLatest } from '../../../src/domain/datasets/view-dataset.ts';
import { createRequestContext } from '../../../src/request-context.ts';
import { VERSION_STATES } from '../../../src/vocabulary/datasets.ts';
import { FILE_ACCESS_STATUSES } from '../../../src/vocabulary/files.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';

let world: DomainWorld;
let collectionId: number;
let actors: Readonly<Record<'stranger' | 'viewer' | 'downloader' | 'member' | 'superuser', Actor>>;
beforeAll(async () => {
  world = await startDomainWorld();
  collectionId = await world.createCollection('dated', { published: true });
  actors = {
    stranger: await world.createUser('stranger'),
    viewer: await world.createUser('viewer'),
    downloader: await world.createUser('downloader'),
    member: await world.createUser('member'),
    superuser: world.superuser,
  };
  // Sees drafts and may not download what is restricted, which no built-in role says.
  await world.sql`insert into role (alias, name, permissions) values ('onlooker', 'Onlooker', (
    select permissions from role where alias = 'member') & ~(select permissions from role where alias = 'fileDownloader'))`;
  await world.assign(actors.viewer.identifier, 'onlooker', collectionId);
  await world.assign(actors.member.identifier, 'member', collectionId);
  await putSetting(admin(), { name: ':GuestDownload', value: 'true' });
  await putSetting(admin(), { name: ':MaxEmbargoDurationInMonths', value: '24' });
  await putSetting(admin(), { name: ':MinRetentionDurationInMonths', value: '-1' });
});
afterAll(() => world.stop());

const admin = () => contextOf(world.superuser);
const contextOf = (actor: Actor): ReadContext => createRequestContext(world.server.application, { actor, requestId: 'dates' });
/** A day from today on, in UTC. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Dates {
  readonly restricted?: boolean;
  readonly embargo: string | null;
  readonly retention: string | null;
}

/** Dates as time brings them about: no call takes a day that has passed. */
async function setDates(fileId: number, { restricted = false, embargo, retention }: Dates): Promise<void> {
  await world.sql`update data_file set embargo_date_available = ${embargo}, retention_date_unavailable = ${retention}, restricted = ${restricted} where id = ${fileId}`;
  await world.sql`update file_metadata set restricted = ${restricted} where data_file_id = ${fileId}`;
}

async function newestVersion(datasetId: number): Promise<VersionRow> {
  const version = await findVersion(world.db, datasetId, { states: VERSION_STATES });
  if (version === undefined) throw new Error('There is no version.');
  return version;
}

/** What is said of the first file where it was read as one of its version. */
async function showAsListed(context: ReadContext, version: VersionRow) {
  const files = (await listFirstFiles(world.db, [version.id], 1)).get(version.id) ?? [];
  const [file] = files;
  if (file === undefined) throw new Error('There is no file.');
  const address = await findDownloadUrl(context, file.dataFile, { version, guestbookId: null });
  return { anyShownFile: await hasDownloadableFile(context, version, files), shownAddress: address !== null };
}

describe('what dates say of bytes', () => {
  const kinds = ['stranger', 'viewer', 'downloader', 'member', 'superuser'] as const;
  const days = { none: null, tomorrow: 1, today: 0, yesterday: -1 } as const;
  const combinations = [false, true].flatMap((restricted) =>
    (['none', 'tomorrow', 'today', 'yesterday'] as const).flatMap((embargo) =>
      (['none', 'tomorrow', 'today', 'yesterday'] as const).map((retention) => ({ restricted, embargo, retention })),
    ),
  );

  test.each(['released', 'draft'])('is the same for a %s file in every API and for every caller', async (state) => {
    const datasetId = await world.createDataset(collectionId);
    const fileId = await world.addFile(datasetId, 'dated.txt');
    if (state === 'released') await world.publish(datasetId);
    await world.assign(actors.downloader.identifier, 'fileDownloader', fileId);
    const version = await newestVersion(datasetId);
    const holds = {
      stranger: { views: false, downloads: false },
      downloader: { views: false, downloads: true },
      viewer: { views: true, downloads: false },
      member: { views: true, downloads: true },
      superuser: { views: true, downloads: true },
    };
    const dayOf = (day: keyof typeof days) => (days[day] === null ? null : inDays(days[day]));
    for (const { restricted, embargo, retention } of combinations) {
      await setDates(fileId, { restricted, embargo: dayOf(embargo), retention: dayOf(retention) });
      for (const kind of kinds) {
        const { views, downloads } = holds[kind];
        const actor = actors[kind];
        // Source: files.md 11.1, rows 5 to 8.
        const open = state === 'released' && !restricted && embargo !== 'tomorrow';
        const may = retention !== 'yesterday' && (state === 'released' ? open || downloads : views);
        const context = contextOf(actor);
        const file = await requireFile(context, { id: fileId });
        const subject = { fileIds: [fileId] };
        const shown = await showAsListed(context, version);
        const [access] = await listNodeAccess(world.db, [fileId], actor.identities);
        const found = {
          download: await outcome(authorizeDownload(context, { file: { id: fileId } })),
          address: await outcome(createDownloadUrl(context, fileId)),
          archive: await outcome(planArchive(context, { subject, counted: false })),
          told: (await findOwnFilePermissions(context, { id: fileId })).canDownload,
          anyFile: await hasDownloadableFile(context, version, null),
          ...shown,
          openFile: access?.openFile,
          active: [file.embargoed, file.retentionOver],
        };
        const denied = may ? 'OK' : 'FILE_ACCESS_DENIED';
        expect({ kind, restricted, embargo, retention, ...found }).toEqual({
          kind,
          restricted,
          embargo,
          retention,
          download: denied,
          address: denied,
          archive: state === 'draft' && !views ? 'FILE_NOT_FOUND' : denied,
          told: may,
          anyFile: may,
          anyShownFile: may,
          shownAddress: may,
          openFile: open && retention !== 'yesterday',
          active: [embargo === 'tomorrow', retention === 'yesterday'],
        });
      }
    }
  });

  test('filters and counts files by what they are today, and a list of one day is not taken for that of another', async () => {
    const datasetId = await world.createDataset(collectionId);
    const names = ['open', 'kept', 'later', 'laterKept', 'gone'] as const;
    const ids = new Map<string, number>();
    for (const name of names) ids.set(name, await world.addFile(datasetId, `${name}.txt`));
    const id = (name: (typeof names)[number]) => ids.get(name) ?? 0;
    await setDates(id('kept'), { restricted: true, embargo: inDays(0), retention: inDays(0) });
    await setDates(id('later'), { embargo: inDays(1), retention: null });
    await setDates(id('laterKept'), { restricted: true, embargo: inDays(1), retention: inDays(9) });
    await setDates(id('gone'), { restricted: true, embargo: inDays(1), retention: inDays(-1) });

    const version = await newestVersion(datasetId);
    const list = async (filter: FileFilter, limit = 100) => {
      const { files, totalCount } = await searchVersionFiles(admin(), version, { filter, order: 'NAME_ASC', offset: 0, limit });
      return { names: files.map(({ file: { label } }) => label.replace('.txt', '')), totalCount };
    };
    const byStatus = async () =>
      Object.fromEntries(
        await Promise.all(FILE_ACCESS_STATUSES.map(async (status) => [status, (await list({ accessStatus: status })).names])),
      );
    expect(await byStatus()).toEqual({
      Public: ['open'],
      Restricted: ['kept'],
      EmbargoedThenRestricted: ['laterKept'],
      EmbargoedThenPublic: ['later'],
      RetentionPeriodExpired: ['gone'],
    });
    const counts = async () =>
      (await countVersionFiles(admin(), version, { filter: {}, modified: undefined })).perAccessStatus
        .map(({ name, count }) => `${name} ${count}`)
        .toSorted();
    expect(await counts()).toEqual(['EmbargoedThenPublic 1', 'EmbargoedThenRestricted 1', 'Public 1', 'Restricted 1']);

    const firstOf = async (accessStatus: 'Public' | 'EmbargoedThenPublic') => list({ accessStatus }, 1);
    expect([await firstOf('Public'), await firstOf('EmbargoedThenPublic')]).toEqual([
      { names: ['open'], totalCount: 1 },
      { names: ['later'], totalCount: 1 },
    ]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    try {
      expect([await firstOf('Public'), await firstOf('EmbargoedThenPublic')]).toEqual([
        { names: ['later'], totalCount: 2 },
        { names: [], totalCount: 0 },
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('an embargo', () => {
  test('is named in an archive that goes without the file', async () => {
    const datasetId = await world.createDataset(collectionId);
    const [open, kept, later, gone] = [
      await world.addFile(datasetId, 'open.txt'),
      await world.addFile(datasetId, 'kept.txt', { restrict: true }),
      await world.addFile(datasetId, 'later.txt'),
      await world.addFile(datasetId, 'gone.txt'),
    ];
    await world.publish(datasetId);
    await setDates(later, { embargo: inDays(1), retention: null });
    await setDates(gone, { embargo: inDays(1), retention: inDays(-1) });
    const { entries, withheld } = await planArchive(contextOf(actors.stranger), {
      subject: { fileIds: [open, kept, later, gone] },
      counted: false,
    });
    expect(withheld).toEqual(['kept.txt', 'later.txt', 'gone.txt']);
    expect(entries.at(-1)?.text?.split('\r\n').slice(1)).toEqual([
      'kept.txt IS RESTRICTED AND CANNOT BE DOWNLOADED',
      'later.txt IS EMBARGOED AND CANNOT BE DOWNLOADED',
      'gone.txt IS RETENTIONEXPIRED AND CANNOT BE DOWNLOADED',
      '',
    ]);
  });

  test('changes counts that were remembered, and files that come into a version too', async () => {
    const datasetId = await world.createDataset(collectionId);
    const fileIds = [await world.addFile(datasetId, 'counted.txt')];
    await world.publish(datasetId);
    const dataset = { id: datasetId };
    const count = async () => {
      const asked = { files: null, metadata: false, granted: false };
      const found = await viewDatasetWithLatest(admin(), { dataset, asked });
      if (found.latest === null) throw new Error('There is no version.');
      const files = { filter: {}, modified: found.dataset.modified };
      const { total, perAccessStatus } = await countVersionFiles(admin(), found.latest, files);
      return { perAccessStatus, total, bytes: await sumVersionFiles(admin(), found.latest, files, 'All') };
    };
    const open = await count();
    expect(open).toMatchObject({ total: 1, perAccessStatus: [{ name: 'Public', count: 1 }] });
    expect((await count()).perAccessStatus).toBe(open.perAccessStatus);
    await setFileEmbargo(admin(), { dataset, fileIds, dateAvailable: inDays(30) });
    expect(await count()).toEqual({ ...open, perAccessStatus: [{ name: 'EmbargoedThenPublic', count: 1 }] });
    await world.addFile(datasetId, 'second.txt', { content: 'twelve bytes' });
    expect(await count()).toMatchObject({ total: 2, bytes: open.bytes + 12 });
  });

  test('keeps access from being asked for, until it ends', async () => {
    const datasetId = await world.createDataset(collectionId);
    const fileId = await world.addFile(datasetId, 'kept.txt', { restrict: true });
    await world.publish(datasetId);
    const ask = () => outcome(requestFileAccess(contextOf(actors.stranger), { file: { id: fileId } }));
    await setDates(fileId, { restricted: true, embargo: inDays(1), retention: null });
    expect(await ask()).toBe('ACCESS_REQUEST_REFUSED');
    await setDates(fileId, { restricted: true, embargo: null, retention: inDays(-1) });
    expect(await ask()).toBe('ACCESS_REQUEST_REFUSED');
    await setDates(fileId, { restricted: true, embargo: inDays(0), retention: inDays(0) });
    expect(await ask()).toBe('OK');
  });

  test('goes over to the file that replaces the one under it, and a retention period does not', async () => {
    const datasetId = await world.createDataset(collectionId);
    const fileIds = [await world.addFile(datasetId, 'old.txt')];
    const dataset = { id: datasetId };
    await setFileEmbargo(admin(), { dataset, fileIds, dateAvailable: inDays(30), reason: 'Agreed' });
    await setFileRetention(admin(), { dataset, fileIds, dateUnavailable: inDays(60) });
    const { file } = await replaceFile(admin(), { file: { id: fileIds[0] ?? 0 }, bytes: await world.stage('new bytes', 'new.txt') });
    const { embargoDateAvailable, embargoReason, retentionDateUnavailable } = file.dataFile;
    expect([embargoDateAvailable, embargoReason, retentionDateUnavailable]).toEqual([inDays(30), 'Agreed', null]);
  });

  test('is the day that citations name if it is the latest of the first publication, whatever comes later', async () => {
    const datasetId = await world.createDataset(collectionId);
    const fileIds = [await world.addFile(datasetId, 'a.txt'), await world.addFile(datasetId, 'b.txt')];
    const dataset = { id: datasetId };
    await setFileEmbargo(admin(), { dataset, fileIds, dateAvailable: inDays(400) });
    await setFileEmbargo(admin(), { dataset, fileIds: fileIds.slice(1), dateAvailable: inDays(500) });
    const cited = async () => {
      const row = await viewDataset(admin(), dataset);
      const year = citationYear(
        { dataset: row, version: await newestVersion(datasetId) },
        world.server.application.services.blocks.current(),
      );
      return [citationDay(row), year];
    };
    expect(await cited()).toEqual([null, new Date().getUTCFullYear()]);
    await world.publish(datasetId);
    expect(await cited()).toEqual([inDays(500), Number(inDays(500).slice(0, 4))]);
    await unsetFileEmbargo(admin(), { dataset, fileIds });
    await world.addFile(datasetId, 'c.txt');
    await world.publish(datasetId);
    expect((await cited())[0]).toBe(inDays(500));
    const published = await world.createDataset(collectionId);
    await world.publish(published);
    expect(citationDay(await viewDataset(admin(), { id: published }))).toBe(inDays(0));
  });

  test('counts an edit of every version, so that nothing that was made up on them before is written over it', async () => {
    const datasetId = await world.createDataset(collectionId);
    const fileIds = [await world.addFile(datasetId, 'a.txt')];
    await world.publish(datasetId);
    const before = await newestVersion(datasetId);
    await setFileEmbargo(admin(), { dataset: { id: datasetId }, fileIds, dateAvailable: inDays(3) });
    const after = await newestVersion(datasetId);
    expect([after.id, after.state, after.internalVersionNumber]).toEqual([before.id, 'RELEASED', before.internalVersionNumber + 1]);
    expect(after.updatedAt).toEqual(before.updatedAt);
  });

  test('is refused where restricted files have no terms of access, and where the installation is public', async () => {
    const datasetId = await world.createDataset(collectionId);
    const fileIds = [await world.addFile(datasetId, 'a.txt', { restrict: true })];
    const set = () => outcome(setFileEmbargo(admin(), { dataset: { id: datasetId }, fileIds, dateAvailable: inDays(3) }));
    await world.sql`update dataset_version set file_access_request = false where dataset_id = ${datasetId}`;
    expect(await set()).toBe('DATASET_TERMS_INVALID');
    await world.sql`update dataset_version set file_access_request = true where dataset_id = ${datasetId}`;
    await putSetting(admin(), { name: ':PublicInstall', value: 'true' });
    expect(await set()).toBe('FILE_DATES_DISABLED');
    await putSetting(admin(), { name: ':PublicInstall', value: 'false' });
    expect(await set()).toBe('OK');
  });
});

test('an address that was signed before a retention period ended opens nothing afterwards', async () => {
  const datasetId = await world.createDataset(collectionId);
  const fileId = await world.addFile(datasetId, 'a.txt');
  await world.publish(datasetId);
  const { url } = await createDownloadUrl(contextOf(actors.stranger), fileId);
  const query = new URL(url, 'http://localhost').searchParams;
  const signature = { expires: Number(query.get('expires')), signature: query.get('signature') ?? '' };
  expect(await outcome(authorizeDownload(contextOf(actors.stranger), { file: { id: fileId }, signature }))).toBe('OK');
  await setDates(fileId, { embargo: null, retention: inDays(-1) });
  expect(await outcome(authorizeDownload(contextOf(actors.stranger), { file: { id: fileId }, signature }))).toBe('FILE_ACCESS_DENIED');
});
