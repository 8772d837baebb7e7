import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readGateRules } from '../../../tools/command-rules.ts';
import { updateDraft } from '../../../src/domain/versions/update-draft.ts';
import { LOCK_TYPES } from '../../../src/vocabulary/datasets.ts';
import { addDatasetLock } from '../../../src/domain/datasets/dataset-lock-commands.ts';
import type { Actor } from '../../../src/kernel/actor.ts';
import { type DomainWorld, outcome, startDomainWorld, versionBody } from './domain-world.ts';
import type { LockedCommand, LockTarget } from './locked-command.ts';
import { LOCKED_COMMANDS, SUBTITLE } from './locked-commands.ts';

/** Refusals for all callers, and for callers who cannot publish, by the columns of the table. Source: datasets.md 11.3. */
const EVERY_EDIT = [
  'Workflow',
  'DcmUpload',
  'GlobusUpload',
  'finalizePublication',
  'EditInProgress',
  'FileValidationFailed',
  'pidRegister',
];
const COLUMNS: Readonly<
  Record<LockedCommand['column'], { readonly always: readonly string[]; readonly unlessPublisher: readonly string[] }>
> = {
  edit: { always: EVERY_EDIT, unlessPublisher: ['InReview'] },
  publish: { always: ['Ingest', 'Workflow', 'finalizePublication', 'EditInProgress', 'FileValidationFailed'], unlessPublisher: [] },
  delete: { always: ['Ingest', ...EVERY_EDIT], unlessPublisher: ['InReview'] },
  review: { always: ['Workflow'], unlessPublisher: [] },
  never: { always: [], unlessPublisher: [] },
};

describe('a lock on a dataset', () => {
  let world: DomainWorld;
  let collectionId: number;
  let otherCollectionId: number;
  let editor: Actor;
  let publisher: Actor;
  beforeAll(async () => {
    world = await startDomainWorld();
    collectionId = await world.createCollection('locks', { published: true });
    otherCollectionId = await world.createCollection('others', { published: true });
    editor = await world.createUser('editor');
    publisher = await world.createUser('publisher');
    await world.assign('@editor', 'contributor', collectionId);
    await world.assign('@publisher', 'curator', collectionId);
    await world.assign('@publisher', 'curator', otherCollectionId);
  });
  afterAll(async () => world.stop());

  /** What a refused command was to work on. A refusal changes nothing, so the next attempt of the same command finds what it needs. */
  const untouched = new Map<LockedCommand, LockTarget>();

  /** A dataset with a draft after a first publication, and what the command needs there. */
  async function makeTarget({ prepare }: LockedCommand): Promise<LockTarget> {
    const datasetId = await world.createDataset(collectionId);
    await world.publish(datasetId);
    const datasetVersion = versionBody('Draft');
    datasetVersion.metadataBlocks['citation']?.fields.push(SUBTITLE);
    await updateDraft(world.as(world.superuser), { dataset: { id: datasetId }, datasetVersion });
    const target = { datasetId, otherCollectionId, world };
    await prepare?.(target);
    return target;
  }

  /** Runs a command on a dataset that holds the locks. */
  async function attempt(locked: LockedCommand, lockTypes: readonly string[], actor: Actor): Promise<string> {
    const target = untouched.get(locked) ?? (await makeTarget(locked));
    const { datasetId } = target;
    if (untouched.delete(locked)) await world.sql`delete from dataset_lock where dataset_id = ${datasetId}`;
    for (const lockType of lockTypes) {
      await world.sql`insert into dataset_lock (dataset_id, lock_type, user_account_id)
        select ${datasetId}, ${lockType}::lock_type, id from user_account where superuser on conflict do nothing`;
    }
    const answer = await outcome(locked.run(world.as(actor), target));
    if (answer === 'DATASET_LOCKED') untouched.set(locked, target);
    return answer;
  }

  const matrix = Object.keys(LOCKED_COMMANDS).flatMap((name) => LOCK_TYPES.map((lockType) => ({ name, lockType })));

  test.each(matrix)('$lockType on $name', async ({ name, lockType }) => {
    const locked = LOCKED_COMMANDS[name];
    if (locked === undefined) throw new Error(`No command ${name}.`);
    const { always, unlessPublisher } = COLUMNS[locked.column];
    const passes = locked.instead?.[lockType] ?? 'OK';
    const strongest = locked.superuser === true ? world.superuser : publisher;
    expect(await attempt(locked, [lockType], strongest)).toBe(always.includes(lockType) ? 'DATASET_LOCKED' : passes);
    if (locked.editor !== true) return;
    const refused = always.includes(lockType) || unlessPublisher.includes(lockType);
    expect(await attempt(locked, [lockType], editor)).toBe(refused ? 'DATASET_LOCKED' : passes);
  });

  test.each(Object.keys(LOCKED_COMMANDS))('Ingest beside another one on %s', async (name) => {
    const locked = LOCKED_COMMANDS[name];
    if (locked === undefined) throw new Error(`No command ${name}.`);
    // InReview alone stops no publisher, so that what refuses is Ingest beside it.
    const expected = locked.column === 'never' || locked.column === 'review' ? (locked.instead?.['InReview'] ?? 'OK') : 'DATASET_LOCKED';
    expect(await attempt(locked, ['Ingest', 'InReview'], locked.superuser === true ? world.superuser : publisher)).toBe(expected);
  });

  test('is looked at by every command and read that says so, and by no other that changes a dataset', async () => {
    const named = new Map<string, Set<string>>();
    for (const [name, { column }] of Object.entries(LOCKED_COMMANDS)) {
      const [command = ''] = name.split(' ');
      named.set(command, (named.get(command) ?? new Set()).add(column === 'never' ? 'none' : column));
    }
    const declared = (await readGateRules()).filter(({ name, refusedUnder }) => refusedUnder !== 'none' || named.has(name));
    expect(declared.length).toBeGreaterThan(15);
    for (const { name, refusedUnder } of declared) {
      const columns = [...(named.get(name) ?? [])];
      expect([name, refusedUnder === 'depends' ? columns.length : columns]).toEqual([
        name,
        refusedUnder === 'depends' ? 2 : [refusedUnder],
      ]);
    }
  });

  test('of review is gone once the dataset is published', async () => {
    const id = await world.createDataset(collectionId);
    await world.lock(id, 'InReview');
    await world.publish(id);
    expect(await world.sql`select id from dataset_lock where dataset_id = ${id}`).toHaveLength(0);
  });

  test('of review is gone once the draft is folded into the released version, or deleted', async () => {
    for (const name of ['publishDataset updatecurrent', 'deleteDatasetDraft']) {
      const locked = LOCKED_COMMANDS[name];
      if (locked === undefined) throw new Error(`No command ${name}.`);
      expect(await attempt(locked, ['InReview'], world.superuser)).toBe('OK');
    }
    expect(
      await world.sql`select l.id from dataset_lock l
      where l.lock_type = 'InReview' and not exists (select from dataset_version v where v.dataset_id = l.dataset_id and v.state = 'DRAFT')`,
    ).toEqual([]);
  });

  test('set while a draft is being saved waits for the save, and refuses the next', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await world.createDataset(collectionId);
      const save = () => outcome(updateDraft(world.as(editor), { dataset: { id }, datasetVersion: versionBody(`Round ${round}`) }));
      const [saved, locked] = await Promise.all([
        save(),
        outcome(addDatasetLock(world.as(world.superuser), { dataset: { id }, lockType: 'EditInProgress' })),
      ]);
      expect(locked).toBe('OK');
      expect(['OK', 'DATASET_LOCKED']).toContain(saved);
      expect(await save()).toBe('DATASET_LOCKED');
    }
  });

  test('of one type set twice at once is there once', async () => {
    const id = await world.createDataset(collectionId);
    const add = () => outcome(addDatasetLock(world.as(world.superuser), { dataset: { id }, lockType: 'Workflow' }));
    expect((await Promise.all([add(), add(), add()])).sort()).toEqual(['DATASET_LOCK_EXISTS', 'DATASET_LOCK_EXISTS', 'OK']);
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
