import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDatasetLock, removeDatasetLocks } from '../../../src/domain/datasets/dataset-lock-commands.ts';
import { destroyDataset } from '../../../src/domain/datasets/destroy-dataset.ts';
import { linkDataset, unlinkDataset } from '../../../src/domain/datasets/link-dataset.ts';
import { removeFile } from '../../../src/domain/files/remove-file.ts';
import { restrictFile } from '../../../src/domain/files/restrict-file.ts';
import { createPrivateUrl, withdrawPrivateUrl } from '../../../src/domain/datasets/review/private-url.ts';
import { returnToAuthor } from '../../../src/domain/datasets/review/return-to-author.ts';
import { submitForReview } from '../../../src/domain/datasets/review/submit-for-review.ts';
import { deaccessionVersion } from '../../../src/domain/datasets/publication/deaccession-version.ts';
import { deleteDataset } from '../../../src/domain/datasets/delete-dataset.ts';
import { deleteDraft } from '../../../src/domain/datasets/delete-draft.ts';
import { publishDataset } from '../../../src/domain/datasets/publication/publish-dataset.ts';
import { setVersionNote } from '../../../src/domain/versions/version-note.ts';
import { type LockType, PUBLISH_TYPES } from '../../../src/vocabulary/datasets.ts';
import { type DomainWorld, outcome, startDomainWorld } from './domain-world.ts';
import { LifeModel } from './life-model.ts';
import { faultsOfSearchIndex } from '../../support/search-index.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const SEEDS = 20;
const STEPS = 45;
/** Locks that are put by hand; reviews put theirs. */
const HAND_LOCKS: readonly LockType[] = ['Ingest', 'Workflow', 'DcmUpload', 'finalizePublication', 'FileValidationFailed', 'pidRegister'];

const ACTIONS = [
  'note',
  'note',
  'add',
  'add',
  'remove',
  'restrict',
  'publish',
  'publish',
  'publish',
  'submit',
  'return',
  'deaccession',
  'lock',
  'unlock',
  'unlock',
  'link',
  'unlink',
  'privateUrl',
  'withdrawUrl',
  'deleteDraft',
  'deleteDataset',
  'destroy',
] as const;

type Answers = readonly [found: string, expected: string];

describe('the life of a dataset', () => {
  let world: DomainWorld;
  let collectionId: number;
  let linking: number[];
  /** What was done and let through, over all seeds. */
  const seen = new Set<string>();

  beforeAll(async () => {
    world = await startDomainWorld();
    collectionId = await world.createCollection('lives', { published: true });
    linking = [await world.createCollection('first-link'), await world.createCollection('second-link')];
  });
  afterAll(async () => world.stop());

  const context = () => world.as(world.superuser);

  /** What the database holds, in the form of `expected`. */
  async function stored(id: number) {
    const versions = await world.sql<{ state: string; number: string | null; ordinal: number }[]>`
      select state, version_number || '.' || version_minor_number as number, ordinal from dataset_version where dataset_id = ${id} order by ordinal`;
    const files = await world.sql<{ id: number; restricted: boolean; validFrom: number; validTo: number | null }[]>`
      select data_file_id as id, restricted, valid_from as "validFrom", valid_to as "validTo" from file_metadata where dataset_id = ${id} order by data_file_id`;
    const locks = await world.sql<{ type: string }[]>`select lock_type as type from dataset_lock where dataset_id = ${id}`;
    const links = await world.sql<{ id: number }[]>`select linking_collection_id as id from node_link where linked_node_id = ${id}`;
    const [urls] = await world.sql<{ count: number }[]>`
      select count(*)::int as count from role_assignment where definition_point_id = ${id} and private_url_token is not null`;
    const [nodes] = await world.sql<{ count: number }[]>`select count(*)::int as count from node where id = ${id}`;
    return {
      gone: nodes?.count === 0,
      versions: versions.map(({ state, number, ordinal }) => ({
        state,
        number,
        files: files
          .filter(({ validFrom, validTo }) => validFrom <= ordinal && (validTo === null || validTo > ordinal))
          .map((file) => [file.id, file.restricted]),
      })),
      locks: locks.map(({ type }) => type).sort(),
      links: links.map((link) => link.id).sort((one, other) => one - other),
      privateUrl: urls?.count === 1,
    };
  }

  function expected(model: LifeModel): Awaited<ReturnType<typeof stored>> {
    if (model.gone) return { gone: true, versions: [], locks: [], links: [], privateUrl: false };
    return {
      gone: false,
      versions: model.versions.map(({ state, number, files }) => ({
        state,
        number,
        files: [...files].sort(([one], [other]) => one - other),
      })),
      locks: [...model.locks].sort(),
      links: [...model.links].sort((one, other) => one - other),
      privateUrl: model.privateUrl,
    };
  }

  async function step(id: number, model: LifeModel, random: SeededRandom, action: (typeof ACTIONS)[number]): Promise<Answers> {
    const dataset = { id };
    switch (action) {
      case 'note':
        return [await outcome(setVersionNote(context(), { dataset, version: ':draft', note: 'Noted' })), model.edit(() => undefined)];
      case 'add': {
        const restricted = random.chance(0.3);
        let added = 0;
        const found = await outcome(world.addFile(id, `${random.below(1e9)}.txt`, { restrict: restricted }).then((file) => (added = file)));
        return [found, model.edit((draft) => draft.files.set(added, restricted))];
      }
      case 'remove':
      case 'restrict': {
        const [chosen] = [...model.working.files].filter(() => random.chance(0.5));
        if (chosen === undefined) return ['nothing to do', 'nothing to do'];
        const [fileId, restricted] = chosen;
        const file = { id: fileId };
        if (action === 'remove') {
          return [await outcome(removeFile(context(), { file })), model.edit((draft) => draft.files.delete(fileId))];
        }
        const restrict = random.chance(0.7) ? !restricted : restricted;
        const found = await outcome(restrictFile(context(), { file, restrict }));
        if (restrict === restricted) return [found, model.isLockedFor('edit') ? 'DATASET_LOCKED' : 'FILE_RESTRICTION_UNCHANGED'];
        return [found, model.edit((draft) => draft.files.set(fileId, restrict))];
      }
      case 'publish': {
        const type = random.pick(PUBLISH_TYPES);
        const found = await outcome(publishDataset(context(), { dataset, type }));
        const answer = model.publish(type);
        seen.add(`${type} ${answer}`);
        return [found, answer];
      }
      case 'submit':
        return [await outcome(submitForReview(context(), { dataset })), model.submit()];
      case 'return': {
        const inReview = model.locks.delete('InReview');
        return [await outcome(returnToAuthor(context(), { dataset, reason: 'Once more' })), inReview ? 'OK' : 'DATASET_NOT_IN_REVIEW'];
      }
      case 'deaccession': {
        const version = random.pick(model.versions);
        const isOut = version.state === 'RELEASED';
        if (isOut) version.state = 'DEACCESSIONED';
        const reference = version.number ?? '99.0';
        return [
          await outcome(deaccessionVersion(context(), { dataset, version: reference, deaccessionReason: 'Wrong' })),
          isOut ? 'OK' : 'DATASET_VERSION_NOT_FOUND',
        ];
      }
      case 'lock': {
        const lockType = random.pick(HAND_LOCKS);
        return [await outcome(addDatasetLock(context(), { dataset, lockType })), model.lock(lockType)];
      }
      case 'unlock': {
        const lockType = random.chance(0.6) ? null : (random.pick([...HAND_LOCKS, ...model.locks]) ?? null);
        if (lockType === null) model.locks.clear();
        else model.locks.delete(lockType);
        return [await outcome(removeDatasetLocks(context(), { dataset, lockType })), 'OK'];
      }
      case 'link': {
        const target = random.pick(linking);
        const isNew = !model.links.has(target);
        model.links.add(target);
        return [await outcome(linkDataset(context(), { dataset, collection: { id: target } })), isNew ? 'OK' : 'LINK_REFUSED'];
      }
      case 'unlink': {
        const target = random.pick(linking);
        const wasThere = model.links.delete(target);
        return [await outcome(unlinkDataset(context(), { dataset, collection: { id: target } })), wasThere ? 'OK' : 'LINK_NOT_FOUND'];
      }
      case 'privateUrl':
        return [await outcome(createPrivateUrl(context(), { dataset, anonymized: false })), model.makePrivateUrl()];
      case 'withdrawUrl': {
        const wasThere = model.privateUrl;
        model.privateUrl = false;
        return [await outcome(withdrawPrivateUrl(context(), { dataset })), wasThere ? 'OK' : 'PRIVATE_URL_NOT_FOUND'];
      }
      case 'deleteDraft':
        return [await outcome(deleteDraft(context(), { dataset })), model.deleteDraft()];
      case 'deleteDataset': {
        // A superuser deletes what has one version, published or not.
        const whole = model.versions.length === 1 && !model.isLockedFor('delete');
        const answer = whole ? 'OK' : model.deleteDraft();
        model.gone ||= whole;
        return [await outcome(deleteDataset(context(), { dataset })), answer];
      }
      case 'destroy': {
        // Most lives are longer.
        if (random.chance(0.8)) return ['nothing to do', 'nothing to do'];
        model.gone = true;
        return [await outcome(destroyDataset(context(), { dataset })), 'OK'];
      }
    }
  }

  test.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))('is what a plain model says, step by step, seed %i', async (seed) => {
    const random = seededRandom(seed);
    let id = await world.createDataset(collectionId, 'Life');
    let model = new LifeModel();
    const steps: string[] = [];
    for (let number = 1; number <= STEPS; number += 1) {
      const action = random.pick(ACTIONS);
      const [found, answer] = await step(id, model, random, action);
      steps.push(`${action} ${found}`);
      expect(found, steps.join(', ')).toBe(answer);
      expect(await stored(id), steps.join(', ')).toEqual(expected(model));
      seen.add(`${action} ${answer}`);
      if (!model.gone) continue;
      expect(await outcome(deleteDraft(context(), { dataset: { id } }))).toBe('DATASET_NOT_FOUND');
      id = await world.createDataset(collectionId, 'Another life');
      model = new LifeModel();
    }
    expect(await faultsOfSearchIndex(world.sql), steps.join(', ')).toEqual([]);
  });

  test('went through every step, and met every refusal of its states', () => {
    const steps = [...ACTIONS.filter((action) => action !== 'publish'), ...PUBLISH_TYPES].map((action) => `${action} OK`);
    const refusals = [
      'minor DATASET_MINOR_VERSION_REFUSED',
      'updatecurrent DATASET_UPDATE_CURRENT_REFUSED',
      'major DATASET_ALREADY_PUBLISHED',
      'major DATASET_LOCKED',
      'note DATASET_LOCKED',
      'deleteDraft DATASET_LOCKED',
      'deleteDraft DATASET_DRAFT_NOT_FOUND',
      'submit DATASET_ALREADY_PUBLISHED',
      'return DATASET_NOT_IN_REVIEW',
      'deaccession DATASET_VERSION_NOT_FOUND',
      'privateUrl PRIVATE_URL_REFUSED',
    ];
    expect([...new Set([...steps, ...refusals])].filter((wanted) => !seen.has(wanted))).toEqual([]);
  });
});
