import pino from 'pino';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/kernel/events.ts';
import type { WithinScope } from '../../../src/kernel/services.ts';
import { afterwards, type DeliveryScope, gatherSubscribers, within } from '../../../src/kernel/subscribers.ts';

const scope = { eventId: 7, lastAttempt: false, log: pino({ level: 'silent' }) } as unknown as DeliveryScope;
const stored = (kind: string, payload: Record<string, unknown>, subjectId: number | null = 1) => ({
  id: 7,
  kind,
  subjectId,
  payload,
  attempts: 0,
});

describe('subscribers', () => {
  it('hear of what they subscribed to, in the order of the lists, and of nothing else', async () => {
    const heard: [string, DomainEvent][] = [];
    const noted = (name: string) => async (_scope: DeliveryScope, event: DomainEvent) => void heard.push([name, event]);
    const { deliver } = gatherSubscribers(
      [afterwards('FilesRemoved', noted('first')), afterwards('PidRecordChanged', noted('other'))],
      [afterwards('FilesRemoved', noted('second'))],
    );
    const payload = { driver: 'local', authority: '10.5072', identifier: 'A', storageIds: ['1'] };
    await deliver(scope, stored('FilesRemoved', { ...payload, ofALaterRelease: true }));
    const event = { kind: 'FilesRemoved', subjectId: 1, payload };
    expect(heard).toEqual([
      ['first', event],
      ['second', event],
    ]);
  });

  it('run within the transaction of an event or afterwards, as they say', async () => {
    const heard: string[] = [];
    const { tell, deliver, areDelivered } = gatherSubscribers([
      within('CollectionPublished', async () => void heard.push('within')),
      within('CitationUpdateRequested', async () => void heard.push('within')),
      afterwards('CitationUpdateRequested', async () => void heard.push('afterwards')),
    ]);
    expect([areDelivered('CollectionPublished'), areDelivered('CitationUpdateRequested')]).toEqual([false, true]);
    const transaction = {} as unknown as WithinScope;
    await tell(transaction, { kind: 'CollectionPublished', subjectId: 1, payload: {} });
    await deliver(scope, stored('CollectionPublished', {}));
    expect(heard).toEqual(['within']);
    await tell(transaction, { kind: 'CitationUpdateRequested', subjectId: 1, payload: {} });
    await deliver(scope, stored('CitationUpdateRequested', {}));
    expect(heard).toEqual(['within', 'within', 'afterwards']);
  });

  it('do not keep those after them from hearing of an event by more than a failure', async () => {
    const heard: string[] = [];
    let failures = 1;
    const { deliver } = gatherSubscribers([
      afterwards('CitationUpdateRequested', async () => {
        heard.push('first');
        if (failures-- > 0) throw new Error('not now');
      }),
      afterwards('CitationUpdateRequested', async () => void heard.push('second')),
    ]);
    const event = stored('CitationUpdateRequested', {});
    await expect(deliver(scope, event)).rejects.toThrow('not now');
    await deliver(scope, event);
    expect(heard).toEqual(['first', 'first', 'second']);
  });

  it('are given only what the catalogue describes', async () => {
    const { deliver } = gatherSubscribers([afterwards('FilesRemoved', async () => expect.unreachable())]);
    await expect(deliver(scope, stored('FilesRemoved', { driver: 'local' }))).rejects.toThrow('storageIds');
  });

  it('skip an event without subscribers unread, and refuse one that this release does not know', async () => {
    const { deliver, areDelivered } = gatherSubscribers([afterwards('PidRecordChanged', async () => expect.unreachable())]);
    await deliver(scope, stored('DatasetPublished', { ofAnEarlierRelease: true }, null));
    await expect(deliver(scope, stored('NotYetInvented', {}))).rejects.toThrow('NotYetInvented');
    expect([areDelivered('PidRecordChanged'), areDelivered('DatasetPublished')]).toEqual([true, false]);
  });
});

describe('the catalogue', () => {
  it('lets no event be written with another payload, or without the subject of its kind', () => {
    const events: DomainEvent[] = [
      { kind: 'CurationStatusChanged', subjectId: 1, payload: { datasetVersionId: 2, label: null } },
      // @ts-expect-error The label is missing.
      { kind: 'CurationStatusChanged', subjectId: 1, payload: { datasetVersionId: 2 } },
      // @ts-expect-error A number is no label.
      { kind: 'CurationStatusChanged', subjectId: 1, payload: { datasetVersionId: 2, label: 3 } },
      // @ts-expect-error It is about a dataset.
      { kind: 'CurationStatusChanged', subjectId: null, payload: { datasetVersionId: 2, label: null } },
      // @ts-expect-error There is no such kind.
      { kind: 'NotYetInvented', subjectId: 1, payload: {} },
    ];
    expect(events).toHaveLength(5);
  });
});
