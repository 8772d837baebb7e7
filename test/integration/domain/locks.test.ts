import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../../../src/domain/actor.ts';
import { admitUpload, addFile } from '../../../src/domain/files/add-file.ts';
import { deleteDataset, deleteDraft } from '../../../src/domain/versions/delete-draft.ts';
import { publishDataset } from '../../../src/domain/versions/publish-dataset.ts';
import { updateDraft } from '../../../src/domain/versions/update-draft.ts';
import { LOCK_TYPES, type LockType } from '../../../src/vocabulary.ts';
import { type DomainWorld, outcome, startDomainWorld, versionBody } from './domain-world.ts';

/** Source: datasets.md 11.3, by command: refused to everybody, refused to those who cannot publish, else allowed. */
const EVERY_EDIT = {
  always: ['Workflow', 'DcmUpload', 'GlobusUpload', 'finalizePublication', 'EditInProgress', 'FileValidationFailed', 'pidRegister'],
};
const EXPECTED: Readonly<Record<string, { readonly always: readonly string[]; readonly unlessPublisher: readonly string[] }>> = {
  updateDraft: { ...EVERY_EDIT, unlessPublisher: ['InReview'] },
  admitUpload: { ...EVERY_EDIT, unlessPublisher: ['InReview'] },
  addFile: { ...EVERY_EDIT, unlessPublisher: ['InReview'] },
  publish: { always: ['Ingest', 'Workflow', 'finalizePublication', 'EditInProgress', 'FileValidationFailed'], unlessPublisher: [] },
  updatecurrent: { always: ['Ingest', ...EVERY_EDIT.always], unlessPublisher: [] },
  deleteDraft: { always: ['Ingest', ...EVERY_EDIT.always], unlessPublisher: ['InReview'] },
  deleteDataset: { always: ['Ingest', ...EVERY_EDIT.always], unlessPublisher: ['InReview'] },
};

describe('a lock on a dataset', () => {
  let world: DomainWorld;
  let collectionId: number;
  let editor: Actor;
  let publisher: Actor;
  beforeAll(async () => {
    world = await startDomainWorld();
    collectionId = await world.createCollection('locks', { published: true });
    editor = await world.createUser('editor');
    publisher = await world.createUser('publisher');
    await world.assign('@editor', 'contributor', collectionId);
    await world.assign('@publisher', 'curator', collectionId);
  });
  afterAll(async () => world.stop());

  /** Runs a command on a dataset of its own that holds the lock: a draft after a first publication. */
  async function attempt(name: string, lockType: LockType, actor: Actor): Promise<string> {
    const id = await world.createDataset(collectionId);
    await world.publish(id);
    await updateDraft(world.as(world.superuser), { dataset: { id }, datasetVersion: versionBody('Draft') });
    await world.lock(id, lockType);
    const context = world.as(actor);
    const dataset = { id };
    const commands: Readonly<Record<string, () => Promise<unknown>>> = {
      updateDraft: () => updateDraft(context, { dataset, datasetVersion: versionBody('Changed') }),
      admitUpload: () => admitUpload(context, dataset),
      addFile: async () => addFile(context, { dataset, file: await world.stage('bytes', 'a.txt') }),
      publish: () => publishDataset(context, { dataset, type: 'major' }),
      updatecurrent: () => publishDataset(context, { dataset, type: 'updatecurrent' }),
      deleteDraft: () => deleteDraft(context, { dataset }),
      deleteDataset: () => deleteDataset(context, { dataset }),
    };
    const run = commands[name];
    if (run === undefined) throw new Error(`No command ${name}.`);
    return outcome(run());
  }

  test.each(Object.keys(EXPECTED).flatMap((name) => LOCK_TYPES.map((lockType) => ({ name, lockType }))))(
    '$lockType on $name',
    async ({ name, lockType }) => {
      const rule = EXPECTED[name];
      if (rule === undefined) throw new Error(`No rule for ${name}.`);
      const always = rule.always.includes(lockType);
      const refused: Readonly<Record<string, string>> = { publish: 'PERMISSION_DENIED', updatecurrent: 'SUPERUSER_REQUIRED' };
      const locked = always || rule.unlessPublisher.includes(lockType);
      expect(await attempt(name, lockType, name === 'updatecurrent' ? world.superuser : publisher)).toBe(always ? 'DATASET_LOCKED' : 'OK');
      expect(await attempt(name, lockType, editor)).toBe(refused[name] ?? (locked ? 'DATASET_LOCKED' : 'OK'));
    },
  );

  test('of review is gone once the dataset is published', async () => {
    const id = await world.createDataset(collectionId);
    await world.lock(id, 'InReview');
    await world.publish(id);
    expect(await world.sql`select id from dataset_lock where dataset_id = ${id}`).toHaveLength(0);
  });

  test('that refused a command leaves nothing changed', async () => {
    const id = await world.createDataset(collectionId);
    await world.lock(id, 'finalizePublication');
    const rows = () => world.sql`select xmin::text, * from dataset_version where dataset_id = ${id}`;
    const before = await rows();
    const audit = () => world.sql`select count(*) from audit_record`;
    const recorded = await audit();
    expect(await outcome(updateDraft(world.as(editor), { dataset: { id }, datasetVersion: versionBody('Changed') }))).toBe(
      'DATASET_LOCKED',
    );
    expect(await rows()).toEqual(before);
    expect(await audit()).toEqual(recorded);
  });
});
