import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../src/db/client.ts';
import { command, type CommandContext } from '../../../src/kernel/command.ts';
import { type DomainWorld, startDomainWorld } from './domain-world.ts';

describe('a command whose commit failed', () => {
  let world: DomainWorld;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  const effects: string[] = [];
  const writing = command({
    name: 'testCommand',
    input: z.object({ statement: z.string() }),
    subject: async () => ({ nodeId: null, granted: 0 }),
    requires: 'Superuser',
    run: async ({ tx, afterCommit, afterRollback }, _subject, { statement }) => {
      afterCommit(() => void effects.push('committed'));
      afterRollback(() => void effects.push('taken back'));
      await tx.execute(sql.raw(statement));
    },
  });

  /** Of a connection that is lost in this way after the commit, and before its answer. */
  function losing(error: Error): CommandContext {
    const context = world.as(world.superuser);
    const transaction: Database['transaction'] = async (work, options) => {
      await context.db.transaction(work, options);
      throw error;
    };
    const db = new Proxy(context.db, {
      get: (target, name) => (name === 'transaction' ? transaction : (Reflect.get(target, name) as unknown)),
    });
    return { ...context, db };
  }

  test.each(['CONNECTION_CLOSED', 'EPIPE', '57P01', 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ENETDOWN', 'EHOSTDOWN'])(
    'without an answer (%s) keeps what it did outside the database',
    async (code) => {
      effects.length = 0;
      const error = Object.assign(new Error('lost'), { code });
      await expect(writing(losing(error), { statement: 'select 1' })).rejects.toBe(error);
      expect(effects).toEqual([]);
    },
  );

  test('as PostgreSQL has said takes it back', async () => {
    effects.length = 0;
    await world.sql`create table twice (id int primary key deferrable initially deferred)`;
    await expect(writing(world.as(world.superuser), { statement: 'insert into twice values (1), (1)' })).rejects.toMatchObject({
      code: '23505',
    });
    expect(effects).toEqual(['taken back']);
  });
});
