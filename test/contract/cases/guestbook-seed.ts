import { addFile, publishDataset, type SeededDataset, succeeded } from '../../support/seed.ts';
import type { ContractWorld } from './contract-world.ts';

/** A guestbook that asks for what can be asked. */
export const GUESTBOOK = {
  name: 'Who reads this',
  enabled: true,
  emailRequired: true,
  nameRequired: true,
  institutionRequired: false,
  positionRequired: true,
  customQuestions: [
    { question: 'What for?', required: true, displayOrder: 2, type: 'textarea', hidden: false },
    {
      question: 'Which field?',
      required: false,
      displayOrder: 1,
      type: 'options',
      hidden: false,
      optionValues: [
        { value: 'History', displayOrder: 0 },
        { value: 'Physics', displayOrder: 1 },
      ],
    },
    { question: 'What was once asked', required: true, displayOrder: 3, type: 'text', hidden: true },
  ],
};

/** Adds a guestbook to a collection; its id. */
export async function addGuestbook({ callers }: ContractWorld, collection: string, body: object = GUESTBOOK): Promise<number> {
  return succeeded(await callers.superuser.rest.post(`/api/guestbooks/${collection}`, body)).number('data.id');
}

/** A dataset that asks. */
export interface Asking {
  readonly dataset: SeededDataset;
  readonly files: readonly [number, number];
  readonly guestbook: number;
  /** Ids of the questions, by their order. */
  readonly questions: readonly number[];
}

/** A published dataset of two files whose guestbook has to be answered. */
export async function asking(world: ContractWorld): Promise<Asking> {
  const { owner } = world.callers;
  const dataset = await world.fresh.draft();
  const files = [
    await addFile(owner, dataset, { name: 'a.txt', bytes: `one of ${dataset.id}`, type: 'text/plain' }),
    await addFile(owner, dataset, { name: 'b.txt', bytes: `two of ${dataset.id}`, type: 'text/plain' }),
  ] as const;
  await publishDataset(owner, dataset);
  const guestbook = await addGuestbook(world, world.open.alias);
  succeeded(await owner.rest.send(`/api/datasets/${dataset.id}/guestbook`, { method: 'PUT', raw: String(guestbook) }));
  const read = succeeded(await owner.rest.get(`/api/guestbooks/${guestbook}`));
  return { dataset, files, guestbook, questions: [0, 1, 2].map((place) => read.number(`data.customQuestions.${place}.id`)) };
}

/** A response that the guestbook takes. */
export function responding({ questions }: Asking, more: object = {}): { readonly guestbookResponse: object } {
  const [field, purpose] = questions;
  return {
    guestbookResponse: {
      name: 'Ada',
      email: 'ada@example.org',
      position: '=1+1',
      answers: [
        { id: field, value: 'Physics' },
        { id: String(purpose), value: ['To learn,', 'and "teach"'] },
      ],
      ...more,
    },
  };
}
