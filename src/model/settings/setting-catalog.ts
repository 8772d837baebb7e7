/**
 * Every setting name with the rule of its value. Values are text; the schema reads them into what the code uses.
 * Source: users-admin.md 10.2 to 10.5.
 */
import { z, type ZodType } from 'zod';
import { CHECKSUM_ALGORITHMS } from '../../vocabulary/files.ts';
import { MAILBOX_FORM, NOTIFICATION_TYPES } from '../../vocabulary/notifications.ts';
import { furtherSettingNames } from './further-setting-names.ts';
import {
  addresses,
  announcementTargets,
  apiPaths,
  bool,
  bytes,
  bytesOrJson,
  csv,
  csvOf,
  day,
  filePaths,
  INGEST_FORMATS,
  int,
  json,
  languages,
  months,
  PASSWORD_RULE,
  text,
  url,
  urlOrJsonArray,
  urlOrPath,
  workflowId,
} from './setting-values.ts';
import { ruleInWords } from '../../errors/rule-in-words.ts';
import { toldOf } from '../../errors/rules/rule-of-issue.ts';
import { byRule } from '../../errors/rules/broken.ts';

const notificationTypes = new Set<string>(NOTIFICATION_TYPES);

/** As the schema of OAI-PMH has it: with a dot in the name of the host. */
const OAI_ADMIN_EMAIL = /^[^\s<>@,;]+@[^\s<>@,;.]+(?:\.[^\s<>@,;.]+)+$/;

/** Settings that the software reads, with the schema that reads them. */
export const settingCatalog = {
  ':BuiltinUsersKey': text.min(1, 'must not be empty'),
  ':AllowApiTokenLookupViaApi': bool,
  ':BlockedApiEndpoints': apiPaths,
  ':BlockedApiPolicy': z.enum(['drop', 'localhost-only', 'unblock-key'], 'must be drop, localhost-only or unblock-key'),
  ':BlockedApiKey': text.min(1, 'must not be empty'),
  ':RateLimitingDefaultCapacityTiers': csv.pipe(z.array(int)),
  ':RateLimitingCostCapacityTiers': csv.pipe(z.array(int)),
  ':RateLimitingCapacityByTierAndAction': json(
    z.array(z.object({ tier: z.number().int(), limitPerHour: z.number().int(), actions: z.array(z.string()) })),
  ),
  ':WorkflowsAdminIpWhitelist': addresses,
  ':PrePublishDatasetWorkflowId': workflowId,
  ':PostPublishDatasetWorkflowId': workflowId,
  ':InheritParentRoleAssignments': csv,
  ':SendNotificationOnDatasetCreation': bool,
  ':AlwaysMuted': csvOf((part) => notificationTypes.has(part), byRule('NOTIFICATION_TYPES')),
  ':NeverMuted': csvOf((part) => notificationTypes.has(part), byRule('NOTIFICATION_TYPES')),
  ':MinutesUntilConfirmEmailTokenExpires': int,
  ':SearchApiRequiresToken': bool,
  ':PublicInstall': bool,
  ':MaxFileUploadSizeInBytes': bytesOrJson(),
  ':MultipleUploadFilesLimit': int,
  ':ZipUploadFilesLimit': int,
  ':ZipDownloadLimit': bytes,
  ':TabularIngestSizeLimit': bytesOrJson(INGEST_FORMATS),
  ':StoreIngestedTabularFilesWithVarHeaders': bool,
  ':UploadMethods': csv,
  ':FileFixityChecksumAlgorithm': z.enum(CHECKSUM_ALGORITHMS, `must be one of ${CHECKSUM_ALGORITHMS.join(', ')}`),
  ':FileValidationOnPublishEnabled': bool,
  ':DatasetChecksumValidationSizeLimit': bytes,
  ':DataFileChecksumValidationSizeLimit': bytes,
  ':FilePIDsEnabled': bool,
  ':AllowEnablingFilePIDsPerCollection': bool,
  ':DataFilePIDFormat': z.enum(['DEPENDENT', 'INDEPENDENT'], 'must be DEPENDENT or INDEPENDENT'),
  ':IdentifierGenerationStyle': z.enum(['randomString', 'storedProcGenerated'], 'must be randomString or storedProcGenerated'),
  ':Protocol': z.enum(['doi', 'hdl', 'perma'], 'must be doi, hdl or perma'),
  ':Authority': text.refine((value) => /^[^\s',;/]+$/.test(value), byRule('AUTHORITY')),
  ':Shoulder': text.refine((value) => /^[^\s',;]*$/.test(value), byRule('SHOULDER')),
  ':DoiProvider': z.enum(['FAKE', 'perma', 'DataCite', 'datacite'], 'must be FAKE, perma or DataCite'),
  ':MaxEmbargoDurationInMonths': months,
  ':MinRetentionDurationInMonths': months,
  ':AllowCustomTermsOfUse': bool,
  ':AnonymizedFieldTypeNames': csv,
  ':AllowedCurationLabels': json(
    z.record(z.string(), z.array(z.string().refine((label) => /^[\w ]{1,32}$/.test(label), byRule('CURATION_LABEL')))),
  ),
  ':ExcludeEmailFromExport': bool,
  ':ExportInstallationAsDistributorOnlyWhenNotSet': bool,
  ':ProvCollectionEnabled': bool,
  ':UseStorageQuotas': bool,
  ':StorageQuotaSizeInBytes': bytes,
  ':CustomDatasetSummaryFields': csv,
  ':DatasetPublishPopupCustomText': text,
  ':PublishDatasetDisclaimerText': text,
  ':ApiTermsOfUse': text,
  ':ApplicationTermsOfUse': text,
  ':ApplicationPrivacyPolicyUrl': url,
  ':SystemEmail': text.refine((value) => MAILBOX_FORM.test(value), byRule('MAILBOX')),
  ':InstallationName': text.min(1, 'must not be empty'),
  ':GuidesBaseUrl': url,
  ':GuidesVersion': text,
  // Any text: front ends may read files that this server does not. What names none here is no piece of a page.
  ':HomePageCustomizationFile': text,
  ':HeaderCustomizationFile': text,
  ':FooterCustomizationFile': text,
  ':StyleCustomizationFile': text,
  ':WebAnalyticsCode': text,
  ':LogoCustomizationFile': text,
  ':MetricsCacheTimeoutMinutes': int,
  ':MetricsUrl': url,
  ':MDCLogPath': text,
  ':DisplayMDCMetrics': bool,
  ':MDCStartDate': day,
  ':FileCategories': csv,
  ':CategoryOrder': csv,
  ':OrderByFolder': bool,
  ':AllowUserManagementOfOrder': bool,
  // Any text: one that names no program must stop publications, not count as not set. `namedFileFaults` refuses it when it is put.
  ':DatasetMetadataValidatorScript': text,
  ':CollectionMetadataValidatorScript': text,
  ':DatasetMetadataValidationFailureMsg': text,
  ':CollectionMetadataPublishValidationFailureMsg': text,
  ':CollectionMetadataUpdateValidationFailureMsg': text,
  ':ExternalValidationAdminOverride': bool,
  ':Languages': languages,
  ':MetadataLanguages': languages,
  ':CVocConf': urlOrJsonArray,
  ':OAIServerEnabled': bool,
  ':OAIServerRepositoryName': text.min(1, 'must not be empty'),
  ':OAIServerAdminEmail': text.refine((value) => OAI_ADMIN_EMAIL.test(value), byRule('EMAIL_ADDRESS')),
  ':OAIServerPageSize': int.refine((value) => value >= 1 && value <= 250, byRule('PAGE_SIZE', { least: 1, most: 250 })),
  ':ContactFeedbackMessageSizeLimit': int,
  ':CreateDataFilesMaxErrorsToDisplay': int,
  ':AllowSignUp': bool,
  ':AllowRemoteAuthSignUp': json(z.record(z.string(), z.union([z.boolean(), bool]))),
  ':SignUpUrl': urlOrPath,
  ':DefaultAuthProvider': text,
  ':LoginSessionTimeout': int,
  ':PVMinLength': int,
  ':PVMaxLength': int,
  ':PVCharacterRules': csvOf((part) => PASSWORD_RULE.test(part), byRule('PASSWORD_RULES')),
  ':PVNumberOfCharacteristics': int,
  ':PVNumberOfConsecutiveDigitsAllowed': int,
  ':PVGoodStrength': int,
  // Paths that name no dictionary are refused by `namedFileFaults` when they are put.
  ':PVDictionaries': filePaths,
  ':GuestbookResponsesPageDisplayLimit': int,
  ':BagItHandlerEnabled': bool,
  ':BagValidatorJobPoolSize': int,
  ':BagValidatorMaxErrors': int,
  ':BagValidatorJobWaitInterval': int,
  ':BagGeneratorThreads': int,
  ':ArchiverClassName': text,
  ':ArchiverStore': text.refine((value) => /^[a-z0-9]+$/.test(value), byRule('STORE_NAME')),
  ':ArchiverSettings': csv,
  ':COARNotifyRelationshipAnnouncementTargets': announcementTargets,
  ':COARNotifyRelationshipAnnouncementTriggerFields': csv,
  ':SolrFullTextIndexing': bool,
  ':SolrMaxFileSizeForFullTextIndexing': bytes,
  ':ChronologicalDateFacets': bool,
  ':SearchHighlightFragmentSize': int,
  ':ShowMuteOptions': bool,
  ':GuestDownload': bool,
  ':AcceptDuplicateFiles': bool,
  ':GuestbookAtRequest': bool,
} as const satisfies Record<string, ZodType<unknown, string>>;

export type SettingName = keyof typeof settingCatalog;
/** What a setting's value is once read. */
export type SettingValue<Name extends SettingName> = z.output<(typeof settingCatalog)[Name]>;

/** Former names that still work, with the setting they mean. Source: users-admin.md 10.2. */
const aliases: Readonly<Record<string, SettingName>> = { 'BuiltinUsers.KEY': ':BuiltinUsersKey' };

/** A rule in words, with its code where it has one. */
export type SettingFault = ReturnType<typeof toldOf>;

/** Whether the software reads this setting. */
export function isKnownSetting(name: string): name is SettingName {
  return Object.hasOwn(settingCatalog, name);
}

/** The name under which a setting is kept; undefined when there is no such setting. */
export function canonicalSettingName(name: string): string | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  return isKnownSetting(name) || furtherSettingNames.has(name) ? name : undefined;
}

/** The rules that a value of a setting breaks; none when it fits. */
export function settingFaults(name: string, value: string): readonly SettingFault[] {
  if (!isKnownSetting(name)) return [];
  const parsed = settingCatalog[name].safeParse(value, { error: ruleInWords, reportInput: true });
  return parsed.success ? [] : parsed.error.issues.map(toldOf);
}
