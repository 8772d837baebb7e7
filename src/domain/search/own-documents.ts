/** What a person holds roles on. Source: users-admin.md 18.9. */
import { findUserByName } from '../../db/queries/access/users.ts';
import { listRolesByIds, listRolesHeldBy, type RoleRow } from '../../db/queries/access/roles.ts';
import { findInTime } from '../../db/queries/search/find-in-time.ts';
import { listHeldRoleNames } from '../../db/queries/search/held-roles.ts';
import { DomainError } from '../../errors/domain-error.ts';
import { query, type ReadContext } from '../../kernel/command.ts';
import { noSubject } from '../../kernel/no-subject.ts';
import type { FacetCount, HeldRoles, SearchAnswer } from '../../model/search/search-request.ts';
import type { SearchCondition } from '../../model/search/search-condition.ts';
import { ALL_USERS_IDENTIFIER, AUTHENTICATED_USERS_IDENTIFIER, GUEST_IDENTIFIER } from '../../vocabulary/access.ts';
import type { NodeKind } from '../../vocabulary/collections.ts';
import { actorOfAccount } from '../access/accounts/actor-of-account.ts';
import { highlightsOf } from './highlight.ts';
import { incompleteDrafts, isComplete } from './incomplete-drafts.ts';
import { planSearch } from './plan-search.ts';
import { hitOf, type SearchHit } from './search.ts';

export interface OwnAsked {
  readonly query: string;
  /** Null for all that are held. */
  readonly roleIds: readonly number[] | null;
  readonly kinds: readonly NodeKind[];
  /** Publication statuses, any of which hits have; null for all. */
  readonly statuses: readonly string[] | null;
  /** Whether required metadata are there; null for either. */
  readonly complete: boolean | null;
  /** User name of another person, whom superusers may ask about; of others it is not read. */
  readonly userName: string | null;
  /** From 1. One beyond the last is the first. */
  readonly page: number;
  readonly limit: number;
  readonly withHighlights: boolean;
}

/** A hit with the roles that are held on it. */
export interface OwnHit {
  readonly hit: SearchHit;
  readonly roleNames: readonly string[];
  readonly complete: boolean;
}

export interface OwnPage extends Pick<SearchAnswer, 'totalCount' | 'countsByKind'> {
  readonly page: number;
  readonly hits: readonly OwnHit[];
  readonly statuses: readonly FacetCount[];
  /** Those that were asked for, as far as they are known. */
  readonly roles: readonly RoleRow[];
  /** Whether the time limit was reached: there may be more hits than were found. */
  readonly cut: boolean;
}

const MOST_ROLES = 1_000;
const MOST_NAMED = 100;
/** What is given to everyone makes nothing anybody's own. */
const EVERYONE: readonly string[] = [GUEST_IDENTIFIER, ALL_USERS_IDENTIFIER, AUTHENTICATED_USERS_IDENTIFIER];
const NOTHING: Readonly<Record<NodeKind, number>> = { COLLECTION: 0, DATASET: 0, DATAFILE: 0 };

function checked({ roleIds, page, limit, statuses }: OwnAsked): void {
  const problems = [
    ...((roleIds ?? []).length <= MOST_ROLES ? [] : [{ pointer: '/roles', message: `must be at most ${MOST_ROLES}` }]),
    ...((statuses ?? []).length <= MOST_NAMED ? [] : [{ pointer: '/statuses', message: `must be at most ${MOST_NAMED}` }]),
    ...(page >= 1 ? [] : [{ pointer: '/page', message: 'must be from 1' }]),
    ...(limit >= 1 && limit <= 100 ? [] : [{ pointer: '/first', message: 'must be from 1 to 100' }]),
  ];
  if (problems.length > 0) {
    const message = problems.map(({ pointer, message: rule }) => `${pointer.slice(1)} ${rule}`).join('; ');
    throw new DomainError('BAD_USER_INPUT', `The search cannot be made: ${message}.`, { problems });
  }
}

/** Whose roles count. @throws DomainError USER_NOT_FOUND */
async function identitiesAsked(context: ReadContext, userName: string | null): Promise<readonly string[]> {
  const { actor, db } = context;
  if (userName === null || userName === '' || !actor.superuser) return actor.identities;
  const account = await findUserByName(db, userName.replace(/^@/u, ''));
  const other = account === undefined ? undefined : await actorOfAccount(context, account.id);
  if (other === undefined) throw new DomainError('USER_NOT_FOUND', `There is no account ${userName.slice(0, 100)}.`);
  return other.identities;
}

const ofStatuses = (values: readonly string[]): SearchCondition => ({
  kind: 'fact',
  fact: { of: 'column', name: 'publicationStatus' },
  test: { is: 'one', values },
});

/** A page of what the actor, or a group that he belongs to, holds roles on, and may see. @throws DomainError BAD_USER_INPUT, USER_NOT_FOUND */
export const listOwn = query({
  name: 'listOwn',
  subject: noSubject,
  requires: 'LoggedIn',
  run: async (context: ReadContext, _subject, asked: OwnAsked): Promise<OwnPage> => {
    checked(asked);
    const { db, services, actor } = context;
    const identities = (await identitiesAsked(context, asked.userName)).filter((identity) => !EVERYONE.includes(identity));
    const roles = await (asked.roleIds === null ? listRolesHeldBy(db, identities) : listRolesByIds(db, asked.roleIds));
    const held: HeldRoles = { identities, roleIds: roles.map(({ id }) => id) };
    const texts = { query: asked.query, filters: [], sort: null, descending: null, circle: undefined, offset: 0 };
    const plan = planSearch(texts, services.blocks.current());
    const filters = asked.statuses === null ? [] : [ofStatuses(asked.statuses)];
    if (held.roleIds.length === 0) return { page: 1, hits: [], totalCount: 0, countsByKind: NOTHING, statuses: [], roles, cut: false };
    if (asked.complete !== null) filters.push(await incompleteDrafts(context, held, asked.complete));
    const pageAt = (offset: number) =>
      findInTime(
        db,
        actor,
        {
          ...plan,
          filters,
          kinds: asked.kinds,
          trees: [],
          circle: undefined,
          offset,
          limit: asked.limit,
          facets: ['publicationStatus'],
        },
        { limitMs: services.searchLimitMs, held },
      );
    let { page } = asked;
    let found = await pageAt((page - 1) * asked.limit);
    if (found.hits.length === 0 && found.totalCount > 0) {
      page = 1;
      found = await pageAt(0);
    }
    const nodeIds = found.hits.map(({ nodeId }) => nodeId);
    const names = await listHeldRoleNames(db, nodeIds, identities);
    const pieceLength = services.settings.get(':SearchHighlightFragmentSize');
    const highlights = asked.withHighlights ? await highlightsOf(db, plan.condition, found.hits, pieceLength) : () => [];
    const hits = (await Promise.all(found.hits.map((document) => hitOf(context, document, highlights(document))))).flat();
    return {
      page,
      hits: await Promise.all(
        hits.map(async (hit) => ({ hit, roleNames: names.get(hit.document.nodeId) ?? [], complete: await isComplete(context, hit) })),
      ),
      totalCount: found.totalCount,
      countsByKind: found.countsByKind,
      statuses: found.facets,
      roles,
      cut: found.cut ?? false,
    };
  },
});
