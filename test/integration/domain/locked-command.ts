import type { CommandContext } from '../../../src/kernel/command.ts';
import type { DomainWorld } from './domain-world.ts';

/** What a command works on: a dataset with a draft after its first publication, which has a subtitle. */
export interface LockTarget {
  readonly datasetId: number;
  readonly otherCollectionId: number;
  readonly world: DomainWorld;
}

/** A command, or guarded read, that has to do with a dataset. */
export interface LockedCommand {
  /** Column of the lock table. Source: datasets.md 11.3. */
  readonly column: 'edit' | 'publish' | 'delete' | 'review' | 'never';
  readonly run: (context: CommandContext, target: LockTarget) => Promise<unknown>;
  /** What has to be there before the locks are. */
  readonly prepare?: (target: LockTarget) => Promise<unknown>;
  /** Also open to those who edit and do not publish. */
  readonly editor?: true;
  /** For superusers only. */
  readonly superuser?: true;
  /** What is answered under a lock that this very command is about. */
  readonly instead?: Readonly<Record<string, string>>;
}
