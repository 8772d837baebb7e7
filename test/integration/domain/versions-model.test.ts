import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchFiles } from '../../../src/db/queries/files/file-search.ts';
import { countFilesOfVersions } from '../../../src/db/queries/files/file-records.ts';
import { listFirstFiles } from '../../../src/db/queries/versions/first-pages.ts';
import { listVersions } from '../../../src/db/queries/versions/versions.ts';
import { textsOf, titleOf } from '../../../src/model/metadata/metadata-values.ts';
import { deaccessionVersion } from '../../../src/domain/datasets/publication/deaccession-version.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { deleteMetadata, editMetadata } from '../../../src/domain/versions/edit-metadata.ts';
import { planPublication } from '../../../src/domain/datasets/publication/plan-publication.ts';
import { publishDataset } from '../../../src/domain/datasets/publication/publish-dataset.ts';
import { updateDraft } from '../../../src/domain/versions/update-draft.ts';
import { setVersionNote } from '../../../src/domain/versions/version-note.ts';
import { VERSION_STATES } from '../../../src/vocabulary/datasets.ts';
import { type DomainWorld, outcome, startDomainWorld, versionBody } from './domain-world.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

interface ModelFile {
  readonly id: number;
  label: string;
  directory: string | null;
  restricted: boolean;
}
interface ModelVersion {
  state: 'DRAFT' | 'RELEASED' | 'DEACCESSIONED';
  major: number | null;
  minor: number | null;
  title: string;
  alternatives: string[];
  note: string | null;
  files: Map<number, ModelFile>;
}

/** What a dataset should hold, kept in memory in the plainest way: every version has its own copies. */
class Model {
  versions: ModelVersion[] = [{ state: 'DRAFT', major: null, minor: null, title: 'Start', alternatives: [], note: null, files: new Map() }];
  published = new Map<number, boolean>();

  get newest(): ModelVersion {
    const newest = this.versions.at(-1);
    if (newest === undefined) throw new Error('The dataset is gone.');
    return newest;
  }
  get released(): ModelVersion | undefined {
    return this.versions.filter(({ state }) => state === 'RELEASED').at(-1);
  }
  /** Newest version that was ever published. */
  get numbered(): ModelVersion | undefined {
    return this.versions.filter(({ state }) => state !== 'DRAFT').at(-1);
  }
  /** What an edit begins with. */
  get working(): ModelVersion {
    return this.newest.state === 'DEACCESSIONED' ? (this.released ?? this.newest) : this.newest;
  }
  draft(): ModelVersion {
    if (this.newest.state === 'DRAFT') return this.newest;
    const { title, alternatives, files } = this.working;
    this.versions.push({ state: 'DRAFT', major: null, minor: null, title, alternatives, note: null, files: copyOf(files) });
    return this.newest;
  }
  sameFileSet(): boolean {
    const ids = (files: ReadonlyMap<number, unknown> | undefined) => [...(files?.keys() ?? [])].sort((a, b) => a - b).join();
    return ids(this.numbered?.files) === ids(this.newest.files);
  }
  publish(type: 'major' | 'minor' | 'updatecurrent'): string {
    const { newest, released, numbered } = this;
    if (newest.state !== 'DRAFT') return 'DATASET_ALREADY_PUBLISHED';
    if (type === 'updatecurrent') {
      if (released === undefined || released !== numbered || !this.sameFileSet()) return 'DATASET_UPDATE_CURRENT_REFUSED';
      const folders = new Map([...released.files.values()].map((file) => [file.id, file.directory]));
      const paths = [...newest.files.values()].map((file) => `${folders.get(file.id) ?? ''}/${file.label}`);
      if (new Set(paths).size < paths.length) return 'DATASET_UPDATE_CURRENT_REFUSED';
      released.title = newest.title;
      released.alternatives = newest.alternatives;
      released.note = newest.note;
      released.files = new Map([...newest.files].map(([id, file]) => [id, { ...file, directory: folders.get(id) ?? null }]));
      this.versions.pop();
      this.#releaseFiles(released);
      return 'OK';
    }
    if (type === 'minor') {
      const follows = released === undefined || released === numbered;
      if (numbered === undefined || !follows || !this.sameFileSet()) return 'DATASET_MINOR_VERSION_REFUSED';
      newest.major = numbered.major;
      newest.minor = (numbered.minor ?? 0) + 1;
    } else {
      newest.major = (numbered?.major ?? 0) + 1;
      newest.minor = 0;
    }
    newest.state = 'RELEASED';
    this.#releaseFiles(newest);
    return 'OK';
  }
  #releaseFiles(version: ModelVersion): void {
    for (const file of version.files.values()) this.published.set(file.id, file.restricted);
  }
}

/** Outcome of a step that is no refusal. */
const AGREED = ['OK', 'OK'] as const;

const copyOf = (files: ReadonlyMap<number, ModelFile>) => new Map([...files].map(([id, file]) => [id, { ...file }]));

/** The model's versions, newest first, in the form of `stored`. */
function expected(model: Model) {
  return model.versions.toReversed().map(({ files, ...version }) => ({
    ...version,
    files: [...files.values()]
      .sort((a, b) => a.id - b.id)
      .map(({ id, label, directory, restricted }) => ({ id, label, directory, restricted })),
  }));
}

/** What the database holds of every version, newest first, by every way of reading files. */
async function stored(world: DomainWorld, datasetId: number) {
  const versions = await listVersions(world.db, datasetId, VERSION_STATES, { limit: null });
  const ids = versions.map(({ id }) => id);
  const nested = await listFirstFiles(world.db, ids, 1000);
  const counts = await countFilesOfVersions(world.db, ids);
  const result = [];
  for (const version of versions) {
    const searched = await searchFiles(world.db, version, { filter: {}, order: 'NAME_ASC', offset: 0, limit: 1000 });
    const rows = searched.files.map(({ file }) => file);
    expect(counts.get(version.id)).toBe(rows.length);
    expect(nested.get(version.id)).toEqual(rows);
    expect(version.title).toBe(titleOf(version.metadata.value));
    result.push({
      state: version.state,
      major: version.versionNumber,
      minor: version.versionMinorNumber,
      title: version.title,
      alternatives: textsOf(version.metadata.value, 'alternativeTitle'),
      note: version.versionNote,
      files: rows
        .map((row) => ({ id: row.dataFile.id, label: row.label, directory: row.directoryLabel, restricted: row.restricted }))
        .sort((a, b) => a.id - b.id),
    });
  }
  return result;
}

/** Changes a file's record in the draft as a superseding row: the old one ends at the draft, a new one begins there. */
async function supersede(
  world: DomainWorld,
  datasetId: number,
  fileId: number,
  change: { label?: string; directory?: string | null; restricted?: boolean },
): Promise<void> {
  await world.sql.begin(async (tx) => {
    const [draft] = await tx<
      { ordinal: number }[]
    >`select ordinal from dataset_version where dataset_id = ${datasetId} and state = 'DRAFT'`;
    const [old] = await tx<{ id: number; validFrom: number; label: string; directoryLabel: string | null; restricted: boolean }[]>`
      select id, valid_from as "validFrom", label, directory_label as "directoryLabel", restricted
      from file_metadata where data_file_id = ${fileId} and valid_to is null`;
    if (draft === undefined || old === undefined) throw new Error('There is no draft or no current record.');
    const label = change.label ?? old.label;
    const directory = change.directory === undefined ? old.directoryLabel : change.directory;
    const restricted = change.restricted ?? old.restricted;
    if (old.validFrom === draft.ordinal) {
      await tx`update file_metadata set label = ${label}, directory_label = ${directory}, restricted = ${restricted} where id = ${old.id}`;
    } else {
      await tx`update file_metadata set valid_to = ${draft.ordinal} where id = ${old.id}`;
      await tx`insert into file_metadata (dataset_id, data_file_id, valid_from, label, directory_label, description, restricted)
        values (${datasetId}, ${fileId}, ${draft.ordinal}, ${label}, ${directory}, '', ${restricted})`;
    }
  });
}

/** Takes a file out of the draft, as the design has it: its record ends there. */
async function removeFromDraft(world: DomainWorld, datasetId: number, fileId: number): Promise<void> {
  await world.sql`update file_metadata set valid_to = v.ordinal from dataset_version v
    where v.dataset_id = ${datasetId} and v.state = 'DRAFT' and file_metadata.data_file_id = ${fileId}
      and file_metadata.valid_to is null and file_metadata.valid_from < v.ordinal`;
}

describe('versions and their files', () => {
  let world: DomainWorld;
  let collectionId: number;
  beforeAll(async () => {
    world = await startDomainWorld();
    collectionId = await world.createCollection('versions', { published: true });
  });
  afterAll(async () => world.stop());

  const superuser = () => world.as(world.superuser);
  const retitle = (id: number, title: string) => updateDraft(superuser(), { dataset: { id }, datasetVersion: versionBody(title, {}) });
  const publish = (id: number, type: 'major' | 'minor' | 'updatecurrent') =>
    outcome(publishDataset(superuser(), { dataset: { id }, type }));

  /** Takes one random step on the dataset and on the model; what the command answered and what the model says. */
  async function step(id: number, model: Model, random: SeededRandom, number: number): Promise<readonly [found: string, expected: string]> {
    const action = random.pick([
      'add',
      'title',
      'edit',
      'append',
      'take',
      'note',
      'file',
      'file',
      'swap',
      'remove',
      'major',
      'minor',
      'minor',
      'updatecurrent',
      'delete',
      'deaccession',
    ] as const);
    switch (action) {
      case 'add': {
        const restricted = random.chance(0.3);
        const label = `f${number}.txt`;
        const draft = model.draft();
        const fileId = await world.addFile(id, label, { restrict: restricted });
        draft.files.set(fileId, { id: fileId, label, directory: null, restricted });
        return AGREED;
      }
      case 'title': {
        await retitle(id, `Title ${number}`);
        Object.assign(model.draft(), { title: `Title ${number}`, alternatives: [] });
        return AGREED;
      }
      case 'edit': {
        await editMetadata(superuser(), {
          dataset: { id },
          metadata: { typeName: 'title', value: `Edited ${number}` },
          replace: true,
        });
        model.draft().title = `Edited ${number}`;
        return AGREED;
      }
      case 'append': {
        const value = [`Also ${number % 4}`, `Also ${number}`];
        await editMetadata(superuser(), { dataset: { id }, metadata: { fields: [{ typeName: 'alternativeTitle', value }] } });
        const draft = model.draft();
        draft.alternatives = [...new Set([...draft.alternatives, ...value])];
        return AGREED;
      }
      case 'take': {
        const gone = `Also ${number % 4}`;
        const isThere = model.working.alternatives.includes(gone);
        const taken = await outcome(
          deleteMetadata(superuser(), { dataset: { id }, metadata: { typeName: 'alternativeTitle', value: [gone] } }),
        );
        if (isThere) {
          const draft = model.draft();
          draft.alternatives = draft.alternatives.filter((one) => one !== gone);
        }
        return [taken, isThere ? 'OK' : 'BAD_USER_INPUT'];
      }
      case 'note': {
        await setVersionNote(superuser(), { dataset: { id }, version: ':draft', note: `Note ${number}` });
        model.draft().note = `Note ${number}`;
        return AGREED;
      }
      case 'deaccession': {
        const version = random.pick(model.versions);
        const reference = version.major === null ? '99.0' : `${version.major}.${version.minor ?? 0}`;
        const isOut = version.state === 'RELEASED';
        if (isOut) version.state = 'DEACCESSIONED';
        const work = deaccessionVersion(superuser(), { dataset: { id }, version: reference, deaccessionReason: `Reason ${number}` });
        return [await outcome(work), isOut ? 'OK' : 'DATASET_VERSION_NOT_FOUND'];
      }
      case 'file':
      case 'remove': {
        if (model.working.files.size === 0) return AGREED;
        const fileId = random.pick([...model.working.files.keys()]);
        await retitle(id, `For a file ${number}`);
        const draft = model.draft();
        Object.assign(draft, { title: `For a file ${number}`, alternatives: [] });
        const file = draft.files.get(fileId);
        if (file === undefined) throw new Error('The model lost a file.');
        if (action === 'remove') {
          // A file that only the draft holds goes altogether; there is no such command yet, and nothing to test in SQL alone.
          if (!model.versions.some(({ state, files }) => state !== 'DRAFT' && files.has(fileId))) return AGREED;
          const [row] = await world.sql`select 1 from file_metadata m join dataset_version v on v.dataset_id = m.dataset_id
            where m.data_file_id = ${fileId} and m.valid_to is null and v.state = 'DRAFT' and m.valid_from < v.ordinal`;
          if (row === undefined) return AGREED;
          await removeFromDraft(world, id, fileId);
          draft.files.delete(fileId);
          return AGREED;
        }
        const change = random.pick([
          { label: `renamed${number}.txt` },
          { directory: `folder${number}` },
          { directory: null },
          { restricted: true },
          { restricted: false },
        ]);
        if ('directory' in change) {
          const taken = [...draft.files.values()].some(
            (other) => other.id !== fileId && other.directory === change.directory && other.label === file.label,
          );
          if (taken) return AGREED;
        }
        await supersede(world, id, fileId, change);
        Object.assign(file, change);
        return AGREED;
      }
      case 'swap': {
        // Two files of the same name change folders with each other.
        if (model.working.files.size < 2) return AGREED;
        await retitle(id, `Swap ${number}`);
        const draft = model.draft();
        Object.assign(draft, { title: `Swap ${number}`, alternatives: [] });
        const [one, other] = [...draft.files.values()];
        if (one === undefined || other === undefined) return AGREED;
        const [folderOne, folderOther] = [one.directory, other.directory];
        const [labelOne, labelOther] = [one.label, other.label];
        await supersede(world, id, one.id, { label: `passing${number}`, directory: null });
        await supersede(world, id, other.id, { label: labelOne, directory: folderOne });
        await supersede(world, id, one.id, { label: labelOther, directory: folderOther });
        Object.assign(one, { label: labelOther, directory: folderOther });
        Object.assign(other, { label: labelOne, directory: folderOne });
        return AGREED;
      }
      case 'delete': {
        if (model.versions.length === 1 && model.newest.state === 'DRAFT') return AGREED;
        const isDraft = model.newest.state === 'DRAFT';
        if (isDraft) model.versions.pop();
        return [await outcome(deleteDraft(superuser(), { dataset: { id } })), isDraft ? 'OK' : 'DATASET_DRAFT_NOT_FOUND'];
      }
      default: {
        const plan = await planPublication(superuser(), { dataset: { id }, type: action });
        const planned = plan.number === null ? '' : `${plan.number.versionNumber}.${plan.number.versionMinorNumber}`;
        const published = await publish(id, action);
        const answer = model.publish(action);
        const { major, minor } = model.newest;
        // The plan foretells both the answer and the number.
        return [
          `${plan.obstacles[0]?.code ?? 'OK'} ${planned} ${published}`,
          `${answer} ${answer === 'OK' ? `${major}.${minor}` : ''} ${answer}`,
        ];
      }
    }
  }

  /** The rows of all versions that were published, as they lie in the database, by id. */
  async function publishedRows(id: number): Promise<Map<number, { readonly whole: string; readonly kept: string }>> {
    const rows = await world.sql<{ id: number; whole: string; kept: string }[]>`
      select v.id, v::text as whole,
        (to_jsonb(v) - 'state' - 'deaccession_note' - 'deaccession_link' - 'internal_version_number')::text || v.metadata::text || v.terms::text as kept
      from dataset_version v where v.dataset_id = ${id} and v.state <> 'DRAFT'`;
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** No step changes a published version by a byte, but folding its draft into it and withdrawing it. */
  function expectUnchanged(
    before: Awaited<ReturnType<typeof publishedRows>>,
    after: Awaited<ReturnType<typeof publishedRows>>,
    changesAllowed: 'fold' | 'withdraw' | 'none',
  ): void {
    const changed = [...before].filter(([id, row]) => after.get(id)?.whole !== row.whole);
    expect(changed.length).toBeLessThanOrEqual(changesAllowed === 'none' ? 0 : 1);
    const kept = changed.map(([id, row]) => (changesAllowed === 'withdraw' ? after.get(id)?.kept : row.kept));
    expect(kept).toEqual(changed.map(([, row]) => row.kept));
  }

  test.each(Array.from({ length: 24 }, (_, seed) => seed + 1))('hold what a plain model holds, seed %i', async (seed) => {
    const random = seededRandom(seed);
    const id = await world.createDataset(collectionId, 'Start');
    const model = new Model();
    for (let number = 1; number <= 30; number += 1) {
      const before = await publishedRows(id);
      const versions = model.versions.length;
      const [found, answer] = await step(id, model, random, number);
      expect(found, `answer of step ${number}`).toBe(answer);
      expect(await stored(world, id), `after step ${number}`).toEqual(expected(model));
      const after = await publishedRows(id);
      const withdrawn = [...after.values()].filter(({ whole }) => whole.includes(`Reason ${number}`)).length > 0;
      const folded = model.versions.length < versions && after.size === before.size;
      expectUnchanged(before, after, withdrawn ? 'withdraw' : folded ? 'fold' : 'none');
    }
    // Every file that a version holds still exists, and no other.
    const held = new Set(model.versions.flatMap(({ files }) => [...files.keys()]));
    const kept = await world.sql<{ id: number; restricted: boolean; publishedAt: Date | null }[]>`
      select d.id, d.restricted, n.published_at as "publishedAt" from data_file d join node n on n.id = d.id where d.dataset_id = ${id} order by d.id`;
    expect(kept.map((file) => file.id)).toEqual([...held].sort((a, b) => a - b));
    for (const file of kept) {
      expect(file.publishedAt !== null).toBe(model.published.has(file.id));
      expect(file.restricted, `file ${file.id}`).toBe(model.published.get(file.id) ?? file.restricted);
    }
  });

  test('a new draft of a dataset with 500 files writes no file row', async () => {
    const id = await world.createDataset(collectionId, 'Large');
    await seedFiles(id, 500);
    await world.publish(id);
    const before = await world.sql`select *, xmin::text from file_metadata where dataset_id = ${id} order by id`;
    await retitle(id, 'Larger');
    expect(await world.sql`select *, xmin::text from file_metadata where dataset_id = ${id} order by id`).toEqual(before);
    expect(await publish(id, 'minor')).toBe('OK');
    expect(await world.sql`select *, xmin::text from file_metadata where dataset_id = ${id} order by id`).toEqual(before);
    const [draftless] = await stored(world, id);
    expect(draftless?.files).toHaveLength(500);
  });

  async function seedFiles(id: number, count: number): Promise<void> {
    await world.sql`
      with new_node as (
        insert into node (kind, owner_id, path, permission_path)
        select 'DATAFILE', ${id}, n.path, n.permission_path from node n, generate_series(1, ${count}) where n.id = ${id} returning id),
      new_file as (
        insert into data_file (id, dataset_id, content_type, size_bytes, checksum_algorithm, checksum_value, storage_driver, storage_id)
        select id, ${id}, 'text/plain', 1, 'MD5', md5(id::text), 'local', 'seed-' || id from new_node returning id)
      insert into file_metadata (dataset_id, data_file_id, valid_from, label) select ${id}, id, 1, 'file-' || id from new_file`;
  }

  test('a published version keeps its row through later versions', async () => {
    const id = await world.createDataset(collectionId, 'Kept');
    await world.publish(id);
    const row = () =>
      world.sql`select *, xmin::text from dataset_version where dataset_id = ${id} and version_number = 1 and version_minor_number = 0`;
    const before = await row();
    await retitle(id, 'Second');
    await world.publish(id, 'minor');
    await retitle(id, 'Third');
    await world.publish(id, 'major');
    await retitle(id, 'Dropped');
    await deleteDraft(superuser(), { dataset: { id } });
    expect(await row()).toEqual(before);
    await retitle(id, 'Folded');
    await world.publish(id, 'updatecurrent');
    expect(await row()).toEqual(before);
    const [newest] = await stored(world, id);
    expect(newest).toMatchObject({ title: 'Folded', major: 2, minor: 0, state: 'RELEASED' });
  });

  test('folding swaps names that two files exchanged by moving, and refuses names that would meet', async () => {
    const id = await world.createDataset(collectionId, 'Folders');
    const [a, b] = [await world.addFile(id, 'data.txt'), await world.addFile(id, 'other.txt')];
    await supersede(world, id, a, { directory: 'one' });
    await supersede(world, id, b, { directory: 'two', label: 'data.txt' });
    await world.publish(id);

    await retitle(id, 'Exchanged');
    await supersede(world, id, a, { directory: 'three' });
    await supersede(world, id, b, { directory: 'one' });
    await supersede(world, id, a, { directory: 'two' });
    expect(await publish(id, 'updatecurrent')).toBe('OK');
    const folders = async () => (await stored(world, id))[0]?.files.map(({ directory, label }) => `${directory}/${label}`);
    expect(await folders()).toEqual(['one/data.txt', 'two/data.txt']);

    await retitle(id, 'Meeting');
    await supersede(world, id, a, { directory: 'two', label: 'new.txt' });
    await supersede(world, id, b, { directory: 'three', label: 'new.txt' });
    expect(await publish(id, 'updatecurrent')).toBe('OK');
    expect(await folders()).toEqual(['one/new.txt', 'two/new.txt']);

    const c = await world.addFile(id, 'third.txt');
    await supersede(world, id, c, { directory: 'one' });
    await world.publish(id, 'major');
    await retitle(id, 'Refused');
    await supersede(world, id, a, { directory: 'elsewhere' });
    await supersede(world, id, c, { label: 'new.txt' });
    expect(await publish(id, 'updatecurrent')).toBe('DATASET_UPDATE_CURRENT_REFUSED');
    expect((await stored(world, id))[0]).toMatchObject({ state: 'DRAFT', title: 'Refused' });
  });

  test('every forbidden transition answers its code', async () => {
    const id = await world.createDataset(collectionId, 'Transitions');
    expect(await publish(id, 'minor')).toBe('DATASET_MINOR_VERSION_REFUSED');
    expect(await publish(id, 'updatecurrent')).toBe('DATASET_UPDATE_CURRENT_REFUSED');
    expect(await publish(id, 'major')).toBe('OK');
    for (const type of ['major', 'minor', 'updatecurrent'] as const) expect(await publish(id, type)).toBe('DATASET_ALREADY_PUBLISHED');
    expect(await outcome(deleteDraft(superuser(), { dataset: { id } }))).toBe('DATASET_DRAFT_NOT_FOUND');

    await world.deaccession(id);
    for (const type of ['major', 'minor', 'updatecurrent'] as const) expect(await publish(id, type)).toBe('DATASET_ALREADY_PUBLISHED');
    await retitle(id, 'After');
    expect(await publish(id, 'updatecurrent')).toBe('DATASET_UPDATE_CURRENT_REFUSED');
    expect(await publish(id, 'minor')).toBe('OK');
    await world.deaccession(id);
    await retitle(id, 'Once more');
    expect(await publish(id, 'major')).toBe('OK');
    expect((await stored(world, id)).map(({ state, major }) => `${state} ${major}`)).toEqual([
      'RELEASED 2',
      'DEACCESSIONED 1',
      'DEACCESSIONED 1',
    ]);

    await retitle(id, 'Two');
    await world.publish(id, 'minor');
    await world.deaccession(id);
    await retitle(id, 'Three');
    expect(await publish(id, 'updatecurrent')).toBe('DATASET_UPDATE_CURRENT_REFUSED');
  });

  test('deleting a draft takes its new files with it and lets ended records hold again', async () => {
    const id = await world.createDataset(collectionId, 'Deleted');
    const kept = await world.addFile(id, 'kept.txt');
    await world.publish(id);
    const [released] = await stored(world, id);
    const gone = await world.addFile(id, 'gone.txt');
    await world.assign(':AllUsers', 'fileDownloader', gone);
    await supersede(world, id, kept, { label: 'renamed.txt' });
    await world.addFile(id, 'kept.txt');
    await deleteDraft(superuser(), { dataset: { id } });
    expect(await stored(world, id)).toEqual([released]);
    expect(await world.sql`select id from node where id = ${gone}`).toHaveLength(0);
    const [event] = await world.sql`select payload from outbox_event where kind = 'FilesRemoved' and subject_id = ${id}`;
    expect(event?.['payload'].storageIds).toHaveLength(2);
    await world.addFile(id, 'again.txt');
    expect((await stored(world, id))[0]?.files.map(({ label }) => label)).toEqual(['kept.txt', 'again.txt']);
  });
});
