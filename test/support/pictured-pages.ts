/** Every page that a browser shows, each with a picture of how it is meant to look: test/e2e/page-pictures.test.ts. */
import type { PageWorld } from './page-world.ts';
import type { SeededDataset } from './seed.ts';

/** What pages are about beside the world of pages. */
export interface PicturedThings {
  readonly world: PageWorld;
  readonly textFile: number;
  /** A draft of the member, with a file. */
  readonly draft: SeededDataset;
  readonly draftFile: number;
  /** Number of an account. */
  readonly account: number;
}

export interface PicturedPage {
  /** Name of its pictures. */
  readonly name: string;
  /** The path that it is served by, as the routes of pages have it. */
  readonly route: string;
  /** What follows the path. */
  readonly rest?: (things: PicturedThings) => string;
  /** Pictured in every window; others at a desk in the light, and on a phone in the dark. */
  readonly inEveryWindow?: true;
}

const of = ({ persistentId }: SeededDataset): string => `?persistentId=${persistentId}`;
const ofDraft = ({ draft }: PicturedThings): string => of(draft);
const ofCollection = ({ world }: PicturedThings): string => `?alias=${world.collection.alias}`;

/** For everybody. */
const OF_GUESTS: readonly PicturedPage[] = [
  { name: 'home', route: '/', inEveryWindow: true },
  { name: 'collection', route: '/collection/', rest: ({ world }) => world.collection.alias, inEveryWindow: true },
  { name: 'search', route: '/search', rest: () => '?q=household&kind=datasets', inEveryWindow: true },
  { name: 'dataset', route: '/dataset.xhtml', rest: ({ world }) => of(world.published), inEveryWindow: true },
  {
    name: 'dataset-by-folder',
    route: '/dataset.xhtml',
    rest: ({ world }) => `${of(world.published)}&version=1.1&folder=data&files=#files`,
  },
  { name: 'differences', route: '/differences', rest: ({ world }) => `${of(world.published)}&from=1.0&to=1.1` },
  { name: 'file-with-preview', route: '/file.xhtml', rest: ({ textFile }) => `?fileId=${textFile}`, inEveryWindow: true },
  { name: 'withdrawn-file', route: '/file.xhtml', rest: ({ world }) => `?fileId=${world.withdrawnFile}` },
  { name: 'tombstone', route: '/dataset.xhtml', rest: ({ world }) => of(world.withdrawn), inEveryWindow: true },
  { name: 'private-url', route: '/previewurl.xhtml', rest: ({ world }) => `?token=${world.privateToken}`, inEveryWindow: true },
  { name: 'confirm-email', route: '/confirmemail.xhtml', rest: () => '?token=3f0e4f1c-0000-4000-8000-000000000000' },
  { name: 'sign-in', route: '/sign-in', rest: () => '?lang=en', inEveryWindow: true },
  { name: 'forgot-password', route: '/forgot-password' },
  { name: 'reset-password', route: '/reset-password', rest: () => '?token=none' },
  { name: 'refusal', route: '/dataset.xhtml', rest: ({ world }) => of(world.draft), inEveryWindow: true },
];

/** For those who are signed in and deposit. */
const OF_MEMBERS: readonly PicturedPage[] = [
  { name: 'account', route: '/account', inEveryWindow: true },
  { name: 'device', route: '/device' },
  { name: 'deposit-start', route: '/deposit' },
  { name: 'deposit', route: '/deposit/new', rest: ({ world }) => `?collection=${world.collection.alias}`, inEveryWindow: true },
  { name: 'deposit-dataset', route: '/deposit/dataset', rest: ofDraft },
  { name: 'deposit-metadata', route: '/deposit/metadata', rest: ofDraft },
  { name: 'deposit-files', route: '/deposit/files', rest: ofDraft },
  { name: 'deposit-file', route: '/deposit/file', rest: ({ draft, draftFile }) => `${of(draft)}&file=${draftFile}` },
  { name: 'deposit-terms', route: '/deposit/terms', rest: ofDraft },
  { name: 'publication-plan', route: '/deposit/publish', rest: ofDraft, inEveryWindow: true },
  { name: 'deposit-withdraw', route: '/deposit/withdraw', rest: ({ world }) => of(world.published) },
  { name: 'deposit-delete', route: '/deposit/delete', rest: ofDraft },
  // The last one of this account, for the choice of a language is remembered.
  { name: 'dataset-in-german', route: '/dataset.xhtml', rest: ({ world }) => `${of(world.published)}&lang=de`, inEveryWindow: true },
];

/** For superusers. */
const OF_KEEPERS: readonly PicturedPage[] = [
  { name: 'keep-collection', route: '/deposit/collection', rest: ofCollection },
  { name: 'new-collection', route: '/deposit/collection/new', rest: ({ world }) => `?owner=${world.collection.alias}` },
  { name: 'collection-roles', route: '/deposit/collection/roles', rest: ofCollection },
  { name: 'collection-fields', route: '/deposit/collection/fields', rest: ofCollection },
  { name: 'admin', route: '/admin' },
  { name: 'admin-accounts', route: '/admin/accounts' },
  { name: 'admin-account', route: '/admin/account', rest: ({ account }) => `?id=${account}` },
  { name: 'admin-account-confirm', route: '/admin/account/confirm', rest: ({ account }) => `?id=${account}&does=deactivate` },
  { name: 'admin-settings', route: '/admin/settings' },
  { name: 'admin-setting', route: '/admin/setting', rest: () => '?name=:SearchApiRequiresToken' },
  // The queue is worked off meanwhile; what was given up stays.
  { name: 'admin-jobs', route: '/admin/jobs', rest: () => '?state=FAILED' },
  { name: 'admin-mail', route: '/admin/mail' },
  { name: 'admin-workflows', route: '/admin/workflows' },
  { name: 'admin-fixity', route: '/admin/fixity' },
  { name: 'admin-storage', route: '/admin/storage' },
  { name: 'admin-groups', route: '/admin/groups', inEveryWindow: true },
  { name: 'admin-ip-group', route: '/admin/ip-group', inEveryWindow: true },
  { name: 'admin-mail-domain-group', route: '/admin/mail-domain-group' },
  { name: 'admin-providers', route: '/admin/providers', inEveryWindow: true },
  { name: 'admin-provider', route: '/admin/provider' },
  { name: 'admin-banners', route: '/admin/banners', inEveryWindow: true },
];

/** By whom they are looked at. */
export const PICTURED = { guest: OF_GUESTS, member: OF_MEMBERS, keeper: OF_KEEPERS } as const;
