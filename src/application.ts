/** Everything below the APIs: database, services, schema. Made once by the server, and by tests. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { connectDatabase, type Database, type DatabaseConnection } from './db/client.ts';
import { BUILD_TASK, noteForEngine, queueEngineJob } from './db/queries/search/engine-feed.ts';
import { searchInEngine } from './domain/search/engine/search-in-engine.ts';
import { searchInDatabase } from './db/queries/search/search-in-database.ts';
import { migrateDatabase } from './db/migrate.ts';
import type { ReadPlaces } from './db/replicas/read-places.ts';
import { createChangeCount } from './kernel/change-count.ts';
import { type CachedArea, listenForNotices } from './db/queries/installation/cache-notices.ts';
import { createThumbnailMaker } from './domain/files/thumbnails/thumbnail-maker.ts';
import { createSignInProviders } from './domain/access/sign-in/provider-source.ts';
import { createGroupSource } from './domain/access/groups/group-source.ts';
import { subscribers } from './jobs/subscribers.ts';
import { install } from './install.ts';
import { openStoredSecrets } from './domain/installation/open-stored-secrets.ts';
import { LARGEST_CUSTOMIZATION_FILE } from './domain/installation/customization.ts';
import { createCostBudgets } from './domain/installation/cost-budgets.ts';
import { createInstallationSource } from './domain/installation/installation-source.ts';
import { createPasswordDictionaries } from './domain/access/sign-in/password-dictionaries.ts';
import { createMetadataValidator } from './domain/external-validation/metadata-validator.ts';
import { createBlockCatalogSource } from './domain/metadata/block-catalog-source.ts';
import { createCitationStyler } from './adapters/citation-styles/citation-styler.ts';
import { createCitationSource } from './adapters/citations/citation-source.ts';
import { LARGEST_USAGE_REPORT } from './domain/metrics/add-usage-report.ts';
import { createUsageCollector } from './domain/metrics/usage-collector.ts';
import { loadUserAgentJudge } from './domain/metrics/user-agents.ts';
import { createSmtpMailSender } from './adapters/mail/smtp-mail-sender.ts';
import { createIdentityServices } from './adapters/sign-in/create-identity-services.ts';
import { createWebhookSender } from './adapters/webhooks/webhook-sender.ts';
import { createArchives } from './domain/exports/bag/bag-archive.ts';
import { createStepRequests } from './adapters/step-requests/step-requests.ts';
import { createTableIngester } from './adapters/tables/table-ingester.ts';
import { createTableForms } from './adapters/tables/table-forms.ts';
import { createTableQuestions } from './adapters/tables/table-questions.ts';
import { createSearchEngine } from './adapters/opensearch/create-search-engine.ts';
import { createPidProviders } from './adapters/identifiers/create-pid-providers.ts';
import { stepRequestKey } from './kernel/step-request-key.ts';
import { createOperatorFolder } from './kernel/operator-folder.ts';
import { createIdempotentRequests } from './kernel/idempotent-requests.ts';
import { createLiveSignals } from './kernel/live-signals.ts';
import { createRecentEvents } from './domain/events/recent-events.ts';
import { createRateLimiter } from './kernel/rate-limiter.ts';
import type { DomainServices } from './kernel/services.ts';
import { settingFaults } from './model/settings/setting-catalog.ts';
import { createSettingsSource } from './domain/installation/settings-source.ts';
import { StartupError } from './errors/startup-error.ts';
import type { Neighbours } from './neighbours.ts';
import { createBulkOperations } from './graphql/bulk/bulk-operations.ts';
import { type ClientExecutor, createClientExecutor } from './graphql/client-executor.ts';
import { buildExecutableSchema } from './graphql/build-schema.ts';
import { createRunOperation, type RunOperation } from './graphql/execute.ts';
import { createRequestedDocuments, type RequestedDocuments } from './graphql/documents/requested-documents.ts';
import { openTrustedDocuments } from './graphql/documents/trusted-documents.ts';
import { createServedSchemaSource, type ServedSchemaSource } from './graphql/served-schema.ts';
import { openConnections } from './open-connections.ts';
import { repositoryPath } from './repository-path.ts';
import { makeSecretKey, readSecretKeys } from './secret-keys.ts';
import { createStorage } from './storage/create-storage.ts';
import { keepSuperuserSecrets } from './superuser-secrets.ts';
import { softwareVersion } from './software-version.ts';

export interface Application {
  readonly connection: DatabaseConnection;
  readonly db: Database;
  /** For costly operations of clients, so that other requests do not wait for a connection. */
  readonly costlyDb: Database;
  /** For jobs, whose statements have no time limit. */
  readonly jobsDb: Database;
  /** Where queries read, where there are replicas. */
  readonly reads: ReadPlaces | undefined;
  readonly services: DomainServices;
  /** What clients are served; the operations of REST run on the schema of the SDL alone. */
  readonly served: ServedSchemaSource;
  /** Runs operations of clients, those of bulk jobs among them. */
  readonly execute: ClientExecutor;
  /** Which documents clients may have run. */
  readonly documents: RequestedDocuments;
  readonly run: RunOperation;
  /** The other processes behind the port, where there are some. */
  readonly neighbours: Neighbours | undefined;
  /** How often messages to visitors have changed, as far as this process has heard. */
  readonly visitorMessageChanges: () => number;
  /** The first superuser's token if it was made or set now, else null. */
  readonly newSuperuserToken: string | null;
  close(): Promise<void>;
}

export interface ApplicationOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly siteUrl: string;
  readonly log: Logger;
  readonly neighbours?: Neighbours;
  /** Called with the text of every SQL statement; tests count with it. */
  readonly onStatement?: (text: string) => void;
  /** Until usage is written; null to write it on demand alone. Five seconds by default. */
  readonly flushUsageAfterMs?: number | null;
}

/** The usage counts that a killed process can lose. */
const USAGE_FLUSH_MS = 5_000;

/** Delay before the retry of a failed cache refresh. */
const REFRESH_PAUSE_MS = 1000;

/** A folder of this process alone, without what one that was killed has left there. */
async function emptied(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  return folder;
}

/** Settings that the environment fixes. @throws StartupError naming every variable whose value breaks the setting's rule. */
function readFixedSettings({ fixedSettings }: Config): Config['fixedSettings'] {
  const faults = fixedSettings.flatMap(({ variable, setting, value }) => {
    const broken = settingFaults(setting, value).map(({ message }) => message);
    return broken.length === 0 ? [] : [`${variable}: ${broken.join('; ')}`];
  });
  if (faults.length > 0) throw new StartupError(`Bad configuration. ${faults.join('; ')}.`);
  return fixedSettings;
}

/** What answers searches: the database, or the engine that the operator has named, whose index is built by a job where there is none. */
async function chooseSearch(
  db: Database,
  { searchUrl, searchLimitMs: limitMs }: Config,
  log: Logger,
): Promise<Pick<DomainServices, 'search' | 'searchEngine'>> {
  const database = searchInDatabase(limitMs);
  await noteForEngine(db, searchUrl !== undefined);
  if (searchUrl === undefined) return { search: database };
  const searchEngine = createSearchEngine(searchUrl);
  await queueEngineJob(db, BUILD_TASK);
  return { search: searchInEngine({ engine: searchEngine.engine, database, limitMs, log }), searchEngine };
}

/** Migrates and fills the database where needed, loads what is kept in memory, and builds the schema. */
export async function createApplication(options: ApplicationOptions): Promise<Application> {
  const { config, databaseUrl, log } = options;
  const fixed = readFixedSettings(config);
  const trusted = await openTrustedDocuments(config.documents.path, log);
  await migrateDatabase(databaseUrl);
  const { connection, costly, jobs, reads, close: closeAll } = await openConnections(options);
  try {
    const { db } = connection;
    const superuser = await install(db, { blocksDirectory: repositoryPath('data/blocks'), fixedToken: config.superuserApiToken });
    await keepSuperuserSecrets(config.dataDir, superuser);
    const settings = await createSettingsSource(db, {
      fixed,
      // Who speaks as Dataverse on every path lets guests download, as it does.
      presets: config.dialects === 'dataverse-always' ? [{ setting: ':GuestDownload', value: 'true' }] : [],
      onFault: (name) => log.warn({ setting: name }, 'The stored value of a setting is invalid; the setting counts as not set.'),
    });
    const blocks = await createBlockCatalogSource(db);
    const groups = await createGroupSource(db);
    const { box: secrets, signingKey } = await openStoredSecrets(db, {
      readKeys: () => readSecretKeys(config.dataDir, config.secretKeys),
      makeKey: () => makeSecretKey(config.dataDir),
    });
    const signInProviders = await createSignInProviders({ db, secrets }, (id) =>
      log.warn({ provider: id }, 'An enabled authentication provider cannot be used as it is configured, and counts as disabled.'),
    );
    const { version, build } = await softwareVersion();
    const installation = await createInstallationSource(db, settings, { siteUrl: options.siteUrl, version, build });
    const signals = createLiveSignals({ db, log, open: () => connectDatabase(databaseUrl, { poolSize: 1 }) });
    const services: DomainServices = {
      storage: createStorage(config, (err, message) => log.warn({ err }, message)),
      settings,
      ...(await chooseSearch(db, config, log)),
      searchLimitMs: config.searchLimitMs,
      rates: createRateLimiter(settings, Date.now, options.neighbours),
      budgets: createCostBudgets({ db, settings, key: signingKey, log }),
      bulk: {
        operations: createBulkOperations({
          served: () => served,
          execute: (request) => execute(request),
          db: costly.db,
          services: () => services,
        }),
        limits: config.bulk,
      },
      idempotency: createIdempotentRequests({ db, secrets, open: () => connectDatabase(databaseUrl, { poolSize: 1 }), log }),
      blocks,
      groups,
      signInProviders,
      secrets,
      identities: createIdentityServices({
        onFault: (issuer, err) => log.warn({ err, issuer }, 'An authentication provider could not be asked; it is tried again.'),
      }),
      features: new Set(config.features),
      installation,
      pids: createPidProviders(settings, config.pids, `Archivolt/${version} (${options.siteUrl})`),
      citationStyler: createCitationStyler(repositoryPath('data/citation-styles')),
      citations: createCitationSource({ ...config.citations, userAgent: `Archivolt/${version} (${options.siteUrl})` }),
      usage: createUsageCollector({
        db,
        settings,
        log,
        key: signingKey,
        judge: await loadUserAgentJudge(repositoryPath('data/usage')),
        flushAfterMs: options.flushUsageAfterMs === undefined ? USAGE_FLUSH_MS : options.flushUsageAfterMs,
      }),
      webhooks: createWebhookSender({ allowed: config.webhookHosts, userAgent: `Archivolt/${version} (${options.siteUrl})` }),
      mail: createSmtpMailSender({ ...config.mail, siteHost: new URL(options.siteUrl).hostname }),
      uploads: { lifetimeMs: config.uploadLifetimeMs, mostOpen: config.mostOpenUploads },
      fixity: config.fixity,
      allowsIncompleteMetadata: config.allowsIncompleteMetadata,
      validator: createMetadataValidator({ ...config.metadataValidators, log }),
      dictionaries: createPasswordDictionaries({ folder: config.passwordDictionaries, log }),
      usageReports: createOperatorFolder({ folder: config.usageReports, variable: 'USAGE_REPORTS_DIR', mostBytes: LARGEST_USAGE_REPORT }),
      customization: createOperatorFolder({
        folder: config.customization,
        variable: 'CUSTOMIZATION_DIR',
        mostBytes: LARGEST_CUSTOMIZATION_FILE,
      }),
      subscribers,
      log,
      stepRequests: createStepRequests({
        hosts: config.workflowHosts,
        userAgent: `Archivolt/${version} (${options.siteUrl})`,
        key: stepRequestKey(signingKey),
      }),
      tables: createTableIngester({ timeLimitMs: config.ingestLimitMs, folder: await emptied(join(config.scratchDir, 'ingest')) }),
      tableForms: createTableForms(await emptied(join(config.scratchDir, 'table-forms'))),
      tableQuestions: createTableQuestions(await emptied(join(config.scratchDir, 'table-questions'))),
      signals,
      recentEvents: createRecentEvents(db, signals),
      archives: createArchives(() => ({ db: jobs.db, services })),
      thumbnails: createThumbnailMaker(),
      thumbnailLimitBytes: config.thumbnailLimitBytes,
      signingKey,
    };
    const { schema } = await buildExecutableSchema();
    const served = createServedSchemaSource(schema, blocks, log);
    const execute = createClientExecutor({ costlyDb: costly.db, log, ...(reads && { chooseReads: reads.choose }) });
    const visitorMessages = createChangeCount();
    const refresh = {
      settings: () => settings.refresh(),
      installation: () => installation.refresh(),
      'metadata-catalog': () => blocks.refresh(),
      groups: () => groups.refresh(),
      'authentication-providers': () => signInProviders.refresh(),
      'visitor-messages': visitorMessages.heard,
    };
    let closed = false;
    // A revocation by another process must take effect here even if one read of the database fails.
    const refreshArea = (area: CachedArea): void => {
      if (closed) return;
      refresh[area]().catch((err: unknown) => {
        if (closed) return;
        log.error({ err, area }, 'A cache could not be refreshed; the refresh is retried.');
        setTimeout(() => refreshArea(area), REFRESH_PAUSE_MS).unref();
      });
    };
    await listenForNotices(connection, refreshArea);
    return {
      connection,
      db,
      costlyDb: costly.db,
      jobsDb: jobs.db,
      reads,
      services,
      served,
      execute,
      documents: createRequestedDocuments(trusted, config.documents.trust),
      run: createRunOperation(schema, log, reads?.choose),
      neighbours: options.neighbours,
      visitorMessageChanges: visitorMessages.count,
      newSuperuserToken: superuser.token,
      close: async () => {
        closed = true;
        trusted.close();
        await signals.close();
        services.validator.close();
        services.thumbnails.close();
        await services.tables.close();
        await services.tableForms.close();
        await services.tableQuestions.close();
        services.mail.close();
        await services.webhooks.close();
        await services.usage.close();
        await services.budgets.close();
        await services.idempotency.close();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
