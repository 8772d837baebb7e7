import type { ReadContext, Requirement } from '../../../../src/kernel/command.ts';
import type { DomainWorld } from '../domain-world.ts';

/** The objects of the cases; every caller has a role on the collection. */
export interface GateTarget {
  readonly collectionId: number;
  /** Owns nothing. In the root. */
  readonly otherCollectionId: number;
  readonly datasetId: number;
  readonly fileId: number;
  /** Id of the newest version of the dataset. */
  readonly versionId: number;
  /** Alias and id of an explicit group of the collection. */
  readonly groupAlias: string;
  readonly groupId: number;
  /** A role of the collection without holders. */
  readonly roleId: number;
  /** An assignment made on the collection. */
  readonly assignmentId: number;
  readonly published: boolean;
}

/** One command or guarded read: who gets past its gate. What it does behind the gate is shown elsewhere. */
export interface GateCase {
  /** Every one of these, asked for in this order. Written down from the contract, not read from the code. */
  readonly requires: Requirement | readonly Requirement[] | ((target: GateTarget) => Requirement);
  /** Enough by itself, too. */
  readonly orElse?: Requirement;
  readonly run: (context: ReadContext, target: GateTarget, world: DomainWorld) => Promise<unknown>;
  /** A success would change the target, so that it could not serve another caller: it is taken back. */
  readonly changes?: true;
}

/** Cases by the name of the command or query, with what tells apart several of one name behind a space. */
export type GateTable = Readonly<Record<string, GateCase>>;

let counter = 0;

/** An alias that nothing else has. */
export function freshAlias(): string {
  return `fresh${(counter += 1)}`;
}
