/**
 * The gate. Every write is made by `command` and every guarded read by `query`, so that permission, locks and validation are checked in one
 * place and in one order: parse input, open transaction, load subject, policy, locks, run, audit.
 */
import type { ZodType } from 'zod';
import { insertAuditRecord } from '../db/queries/gate/audit.ts';
import { type Database, type Queryable, sendAhead, type Transaction } from '../db/client.ts';
import type { Loaders } from '../db/loaders.ts';
import { isConcurrentChange } from '../errors/concurrent-change.ts';
import { DomainError } from '../errors/domain-error.ts';
import { mayHaveCommitted } from '../errors/may-have-committed.ts';
import type { Actor } from './actor.ts';
import {
  admit,
  authorize,
  type GateRules,
  type Granted,
  requireAll,
  requirementList,
  type RequirementList,
  type Requirement,
} from './authorize.ts';
import { type Effects, runEffects } from './command-effects.ts';
import { countCall } from './count-call.ts';
import type { DomainEvent } from './events.ts';
import { checkLocks, lockRuleName, type LockRuleChoice, type Subject } from './check-locks.ts';
import type { LockRule } from './locks.ts';
import { parseInput, refuseUnstorable } from './parse-input.ts';
import { admitToken, confineToken, scopeOfCommand, scopeOfQuery } from './token-scope.ts';
import type { TokenScope } from '../vocabulary/access.ts';
import type { IdempotentRequest, IdempotentStep } from './ports/idempotent-requests.ts';
import type { DomainServices } from './services.ts';
import { storeEvent } from './store-event.ts';
import type { AssertedHeaders, CallerAddresses, Visitor } from './ports/visitor.ts';

export type { Requirement } from './authorize.ts';
export type { Subject } from './check-locks.ts';
export type { AssertedHeaders, CallerAddresses, Visitor } from './ports/visitor.ts';

/** The caller, the database and the services. One for each request. */
export interface CommandContext {
  readonly actor: Actor;
  readonly db: Database;
  readonly requestId: string;
  readonly services: DomainServices;
  /** Absent in jobs. */
  readonly addresses?: CallerAddresses | undefined;
  /** Whom a proxy has authenticated; present at the addresses alone that it protects. */
  readonly asserted?: AssertedHeaders | undefined;
  /** Whose usage is counted; absent where none is, as in jobs. */
  readonly visitor?: Visitor | undefined;
  /** Approvals of external validators for this request; only `withValidation` sets them. */
  readonly approvals?: ReadonlySet<string>;
  /** Present where the answer is a stream. */
  readonly live?: LiveCaller | undefined;
  /** Names already counted by the rate limiter for this request, which may call one of them again; only `withValidation` sets it. */
  readonly counted?: Set<string>;
  /** A page of this server is being made. */
  readonly forPage?: boolean;
  /** Present where the request is to have its effects once, however often it is sent. */
  readonly idempotency?: IdempotentRequest | undefined;
}

/** The context of a read that may occur many times in a request: such reads share statements through the loaders. */
export interface ReadContext extends CommandContext {
  readonly loaders: Loaders;
}

/** The caller of a stream, which may lose what it holds while the stream lasts. */
export interface LiveCaller {
  /** Aborted when the stream ends; its reason is a DomainError where the caller's credentials have ended. */
  readonly ended: AbortSignal;
  /** A new context, with the caller as now, or as long ago as is allowed. @throws DomainError when the credentials are no longer good */
  renew(allowedAgeMs?: number): Promise<ReadContext>;
}

/** What a subject is loaded with. */
export interface SubjectScope {
  readonly tx: Queryable;
  readonly context: CommandContext;
}

/** What the subject of a command is loaded with: locks that it takes stay until the transaction ends. */
export interface LockingScope extends SubjectScope {
  readonly tx: Transaction;
}

/** What `run` works with. */
export interface Scope {
  readonly context: CommandContext;
  readonly actor: Actor;
  readonly tx: Transaction;
  readonly services: DomainServices;
  /** Checks a requirement on a second object. @throws DomainError as the gate does */
  require(requirement: Requirement, object: Granted): void;
  /** Adds to the audit record; never secrets. */
  note(details: Readonly<Record<string, unknown>>): void;
  /** Tells the subscribers of an event: `within` this transaction, or by a job once it is committed. */
  emit(event: DomainEvent): void;
  /** Runs after the commit; for memory of this process only, never for work that must not be lost. */
  afterCommit(effect: () => void | Promise<void>): void;
  /** Runs if the transaction certainly did not commit, to take back what the database cannot. */
  afterRollback(effect: () => void | Promise<void>): void;
}

export interface CommandDefinition<Input, Loaded extends Subject, Result> extends GateRules<Loaded, Input> {
  readonly name: string;
  readonly input: ZodType<Input>;
  /** Loads what the command is about; locks the row for a write. */
  readonly subject: (scope: LockingScope, input: Input) => Promise<Loaded>;
  /** The row of the lock table that the command falls under. */
  readonly refusedUnder?: LockRuleChoice<Loaded, Input>;
  /** The scope that a named token needs, where it does not follow from `requires`; `ADMINISTER` by default. */
  readonly tokenScope?: TokenScope;
  readonly run: (scope: Scope, subject: Loaded, input: Input) => Promise<Result>;
}

/** A gated operation. It shows its rules as data, for documentation and tests; the body cannot be reached. */
export interface Command<Input, Loaded extends Subject, Result> {
  (context: CommandContext, input: Input): Promise<Result>;
  readonly commandName: string;
  readonly requires: RequirementList;
  readonly refusedUnder: LockRule | 'none' | 'depends';
  /** The scope that a named token needs. */
  readonly tokenScope: TokenScope;
  /** The refusals that this call would get, permission before locks, for a loaded subject. Changes and counts nothing. */
  foresee(context: CommandContext, subject: Loaded, input: Input): Promise<readonly DomainError[]>;
}

/** Attempts in all for a command that concurrent transactions abort. */
const MOST_ATTEMPTS = 3;

/**
 * Builds a gated write: everything happens in one transaction, or nothing. After a deadlock it is retried, unless it did something outside
 * the database. @throws DomainError CONCURRENT_CHANGE when the last attempt was aborted too.
 */
export function command<Input, Loaded extends Subject, Result>(
  definition: CommandDefinition<Input, Loaded, Result>,
): Command<Input, Loaded, Result> {
  const { refusedUnder } = definition;
  const tokenScope = definition.tokenScope ?? scopeOfCommand(requirementList(definition));

  async function attempt(
    context: CommandContext,
    input: Input,
    { committed, rolledBack }: Effects,
    step: IdempotentStep | undefined,
  ): Promise<Result> {
    const { actor, services } = context;
    let details: Record<string, unknown> = {};
    const events: DomainEvent[] = [];
    let commits = false;
    try {
      return await context.db.transaction(async (tx) => {
        const subject = await definition.subject({ tx, context }, input);
        requireAll(actor, definition, subject, input);
        await confineToken(actor, tx, subject.nodeId);
        await checkLocks(tx, actor, subject, refusedUnder, input);
        const scope: Scope = {
          context,
          actor,
          tx,
          services,
          require: (requirement, object) => authorize(actor, requirement, object),
          note: (more) => (details = { ...details, ...more }),
          emit: (event) => events.push(event),
          afterCommit: (effect) => committed.push(effect),
          afterRollback: (effect) => rolledBack.push(effect),
        };
        const outcome = await definition.run(scope, subject, input);
        for (const event of events) {
          await services.subscribers.tell(scope, event);
          if (services.subscribers.areDelivered(event.kind)) await storeEvent(tx, event);
        }
        await step?.keep(tx, outcome);
        commits = true;
        // The COMMIT is sent right after it.
        await sendAhead(tx, () =>
          insertAuditRecord(tx, {
            actor: actor.identifier,
            command: definition.name,
            subjectId: subject.nodeId,
            requestId: context.requestId,
            details,
          }),
        );
        return outcome;
      });
    } catch (error) {
      // A commit whose response was lost may have taken place, so its effects outside the database must stay.
      if (!commits || !mayHaveCommitted(error)) await runEffects(rolledBack, context);
      throw error;
    }
  }

  async function execute(context: CommandContext, rawInput: Input): Promise<Result> {
    countCall(context, definition.name);
    const input = parseInput(definition.input, rawInput);
    admit(context.actor, definition);
    admitToken(context.actor, tokenScope);
    const step = context.idempotency?.step(definition.name);
    const done = step?.recall();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this command returned it, before the request was cut off
    if (done !== undefined) return done.result as Result;
    for (let attempts = 1; ; attempts += 1) {
      const effects: Effects = { committed: [], rolledBack: [] };
      let result: Result;
      try {
        result = await attempt(context, input, effects, step);
      } catch (error) {
        if (!isConcurrentChange(error)) throw error;
        // The effects outside the database were taken back, but the gate cannot know whether they can be repeated.
        if (attempts < MOST_ATTEMPTS && effects.rolledBack.length === 0) continue;
        throw new DomainError(
          'CONCURRENT_CHANGE',
          'Concurrent requests changed the same data, so nothing was changed; send the request again.',
          {
            cause: error,
          },
        );
      }
      await runEffects(effects.committed, context);
      return result;
    }
  }

  async function foresee(context: CommandContext, subject: Loaded, input: Input): Promise<readonly DomainError[]> {
    const { actor, db } = context;
    const gates = [
      async () => admit(actor, definition),
      async () => admitToken(actor, tokenScope),
      async () => requireAll(actor, definition, subject, input),
      () => confineToken(actor, db, subject.nodeId),
      () => checkLocks(db, actor, subject, refusedUnder, input),
    ];
    const refusals: DomainError[] = [];
    for (const gate of gates) {
      try {
        await gate();
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        refusals.push(error);
      }
    }
    return refusals;
  }

  return Object.assign(execute, {
    foresee,
    commandName: definition.name,
    requires: requirementList(definition),
    tokenScope,
    refusedUnder: lockRuleName(refusedUnder),
  });
}

/** A guarded read. It shows its rules as data, as a command does. */
export interface GuardedQuery<Context, Input, Result> {
  (context: Context, input: Input): Promise<Result>;
  readonly queryName: string;
  readonly requires: RequirementList;
  readonly refusedUnder: LockRule | 'none' | 'depends';
  /** The scope that a named token needs. */
  readonly tokenScope: TokenScope;
}

/** A guarded read: the same gates without transaction and audit. */
export function query<Input, Loaded extends Subject, Result, Context extends CommandContext = CommandContext>(
  definition: GateRules<Loaded, Input> & {
    readonly name: string;
    /** The part of the input that a client sent, if the rest are rows; all of it by default. */
    readonly sent?: (input: Input) => unknown;
    readonly subject: (scope: { readonly tx: Queryable; readonly context: Context }, input: Input) => Promise<Loaded>;
    readonly refusedUnder?: LockRuleChoice<Loaded, Input>;
    /** The scope that a named token needs, where the read is a part of a write. */
    readonly tokenScope?: TokenScope;
    readonly run: (context: Context, subject: Loaded, input: Input) => Result | Promise<Result>;
  },
): GuardedQuery<Context, Input, Result> {
  const { refusedUnder } = definition;
  const tokenScope = definition.tokenScope ?? scopeOfQuery(requirementList(definition));
  const execute = async (context: Context, input: Input): Promise<Result> => {
    countCall(context, definition.name);
    refuseUnstorable(definition.sent === undefined ? input : definition.sent(input));
    admit(context.actor, definition);
    admitToken(context.actor, tokenScope);
    const subject = await definition.subject({ tx: context.db, context }, input);
    requireAll(context.actor, definition, subject, input);
    await checkLocks(context.db, context.actor, subject, refusedUnder, input);
    return definition.run(context, subject, input);
  };
  return Object.assign(execute, {
    queryName: definition.name,
    requires: requirementList(definition),
    tokenScope,
    refusedUnder: lockRuleName(refusedUnder),
  });
}
