import type { Logger } from 'pino';
import type { FileStorage } from '../storage/file-storage.ts';
import type { Transaction } from '../db/client.ts';
import type { DomainEvent, EventKind } from './events.ts';
import type { MetadataValidator } from './ports/metadata-validator.ts';
import type { OperatorFolder } from './ports/operator-folder.ts';
import type { PasswordDictionaries } from './ports/password-dictionaries.ts';
import type { TableIngester } from './ports/table-ingester.ts';
import type { TableForms } from './ports/table-forms.ts';
import type { TableQuestions } from './ports/table-questions.ts';
import type { ThumbnailMaker } from './ports/thumbnail-maker.ts';
import type { GroupSource } from './ports/group-source.ts';
import type { InstallationSource } from './ports/installation-source.ts';
import type { BlockCatalogSource } from './ports/block-catalog-source.ts';
import type { MailSender } from './ports/mail-sender.ts';
import type { WebhookSender } from './ports/webhook-sender.ts';
import type { CostBudgets } from './ports/cost-budgets.ts';
import type { CitationStyler } from './ports/citation-styler.ts';
import type { CitationSource } from './ports/citation-source.ts';
import type { UsageCollector } from './ports/usage-collector.ts';
import type { PidProviders } from './ports/pid-provider.ts';
import type { FeatureFlag } from '../vocabulary/sign-in.ts';
import type { BulkLimits, BulkOperations } from './ports/bulk-operations.ts';
import type { IdempotentRequests } from './ports/idempotent-requests.ts';
import type { IdentityServices } from './ports/identity-services.ts';
import type { SignInProviders } from './ports/sign-in-providers.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { SecretBox } from './secret-box.ts';
import type { ChosenEngine } from './ports/search-engine.ts';
import type { SearchIndex } from './ports/search-index.ts';
import type { SettingsSource } from './ports/settings-source.ts';
import type { Archives } from './ports/archives.ts';
import type { LiveSignals } from './ports/live-signals.ts';
import type { RecentEvents } from './ports/recent-events.ts';
import type { StepRequests } from './ports/step-requests.ts';

/** What runs in the transaction of an event works with this. */
export interface WithinScope {
  readonly tx: Transaction;
  readonly services: DomainServices;
}

/** The subscribers of events. */
export interface EventSubscribers {
  /** Does what belongs to an event in its own transaction, which fails with it. */
  tell(scope: WithinScope, event: DomainEvent): Promise<void>;
  /** Whether a job delivers events of this kind; an event without such a subscriber is not stored. */
  areDelivered(kind: EventKind): boolean;
}

/** The services of commands besides the database; made once at start. */
export interface DomainServices {
  readonly storage: FileStorage;
  readonly blocks: BlockCatalogSource;
  readonly settings: SettingsSource;
  readonly search: SearchIndex;
  /** The engine beside the database, if the operator has named one. */
  readonly searchEngine?: ChosenEngine;
  /** Time limit of a search. */
  readonly searchLimitMs: number;
  /** Counts rate-limited calls. */
  readonly rates: RateLimiter;
  /** What operations of GraphQL clients may cost. */
  readonly budgets: CostBudgets;
  /** Jobs that run operations in bulk. */
  readonly bulk: { readonly operations: BulkOperations; readonly limits: BulkLimits };
  /** Requests that carry a key. */
  readonly idempotency: IdempotentRequests;
  readonly groups: GroupSource;
  readonly signInProviders: SignInProviders;
  readonly identities: IdentityServices;
  /** What the operator has switched on. */
  readonly features: ReadonlySet<FeatureFlag>;
  readonly installation: InstallationSource;
  readonly pids: PidProviders;
  readonly usage: UsageCollector;
  /** Sends mail, if the operator has named a mail server. */
  readonly mail: MailSender;
  /** Sends what webhooks are told. */
  readonly webhooks: WebhookSender;
  /** Finds works that cite a DOI; none unless the operator has configured a citation service. */
  readonly citationStyler: CitationStyler;
  readonly citations: CitationSource;
  /** Runs the external validators of metadata. */
  readonly validator: MetadataValidator;
  /** Looks new passwords up in the operator's lists of words. */
  readonly dictionaries: PasswordDictionaries;
  /** Where a counter of usage outside puts its reports. */
  readonly usageReports: OperatorFolder;
  /** The pieces that a front end puts into its pages. */
  readonly customization: OperatorFolder;
  /** Uploads past the server's form. */
  readonly uploads: {
    /** How long an upload waits for its next part, and for becoming a file. */
    readonly lifetimeMs: number;
    /** Most uploads that an account may have in progress. */
    readonly mostOpen: number;
  };
  /** The schedule of fixity rounds. */
  readonly fixity: {
    /** Days from the beginning of one round to that of the next; 0 for none. */
    readonly intervalDays: number;
    readonly bytesPerSecond: number;
  };
  /** Whether a dataset may be created whose required fields are filled in later. */
  readonly allowsIncompleteMetadata: boolean;
  readonly subscribers: EventSubscribers;
  readonly log: Logger;
  /** Sends what steps of workflows ask of services. */
  readonly stepRequests: StepRequests;
  /** What streams wait for. */
  readonly signals: LiveSignals;
  /** The end of the feed, read once for all streams. */
  readonly recentEvents: RecentEvents;
  readonly archives: Archives;
  readonly tables: TableIngester;
  readonly tableForms: TableForms;
  readonly tableQuestions: TableQuestions;
  readonly thumbnails: ThumbnailMaker;
  /** Largest image for which a thumbnail is made, in bytes. */
  readonly thumbnailLimitBytes: number;
  /** Encrypts what the database keeps for other services. */
  readonly secrets: SecretBox;
  /** Signs download URLs; a secret of this installation. */
  readonly signingKey: Buffer;
}
