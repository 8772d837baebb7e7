import { z, type ZodType } from 'zod';
import { CHECKSUM_ALGORITHMS } from '../../vocabulary.ts';

/**
 * Every setting name with the rule of its value. Values are text; the schema reads them into what the code uses.
 * Source: users-admin.md 10.2 to 10.5.
 */

const TRUE_WORDS = ['1', 'yes', 'true', 'allow'];
const FALSE_WORDS = ['0', 'no', 'false', 'deny', ''];

const text = z.string();
const bool = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine((value) => TRUE_WORDS.includes(value) || FALSE_WORDS.includes(value), 'must be true or false')
  .transform((value) => TRUE_WORDS.includes(value));
const int = z
  .string()
  .trim()
  .regex(/^[+-]?\d{1,15}$/, 'must be a whole number')
  .transform(Number);
const bytes = z
  .string()
  .trim()
  .regex(/^-?\d{1,15}$/, 'must be a number of bytes')
  .transform(Number);
const csv = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const json = <Schema extends ZodType>(schema: Schema) =>
  z
    .string()
    .transform((value, context): unknown => {
      try {
        return JSON.parse(value);
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const day = z.iso.date('must be a date yyyy-MM-dd');
const wholeNumber = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?\d+$/, 'must be a whole number')
    .transform(Number),
]);
/** A number of bytes for all stores or formats, or JSON with a number for each. */
const bytesOrJson = z.string().transform((value, context): Readonly<Record<string, number>> => {
  if (/^\s*-?\d+\s*$/.test(value)) return { default: Number(value) };
  const parsed = json(z.record(z.string(), wholeNumber)).safeParse(value);
  if (parsed.success) return Object.fromEntries(Object.entries(parsed.data).map(([key, size]) => [key.toLowerCase(), size]));
  context.addIssue({ code: 'custom', message: 'must be a whole number of bytes, or a JSON object of whole numbers' });
  return z.NEVER;
});
const languages = json(z.array(z.object({ locale: z.string(), title: z.string() })));
const addresses = z.string().transform((value) =>
  value
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

/** Settings that the software reads, with the schema that reads them. */
export const settingCatalog = {
  ':BuiltinUsersKey': text.min(1, 'must not be empty'),
  ':AllowApiTokenLookupViaApi': bool,
  ':BlockedApiEndpoints': csv,
  ':BlockedApiPolicy': z.enum(['drop', 'localhost-only', 'unblock-key'], 'must be drop, localhost-only or unblock-key'),
  ':BlockedApiKey': text.min(1, 'must not be empty'),
  ':RateLimitingDefaultCapacityTiers': csv.pipe(z.array(int)),
  ':RateLimitingCapacityByTierAndAction': json(
    z.array(z.object({ tier: z.number().int(), limitPerHour: z.number().int(), actions: z.array(z.string()) })),
  ),
  ':WorkflowsAdminIpWhitelist': addresses,
  ':PrePublishDatasetWorkflowId': text,
  ':PostPublishDatasetWorkflowId': text,
  ':InheritParentRoleAssignments': csv,
  ':SendNotificationOnDatasetCreation': bool,
  ':AlwaysMuted': csv,
  ':NeverMuted': csv,
  ':MinutesUntilConfirmEmailTokenExpires': int,
  ':SearchApiRequiresToken': bool,
  ':PublicInstall': bool,
  ':MaxFileUploadSizeInBytes': bytesOrJson,
  ':MultipleUploadFilesLimit': int,
  ':ZipUploadFilesLimit': int,
  ':ZipDownloadLimit': bytes,
  ':TabularIngestSizeLimit': bytesOrJson,
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
  ':Authority': text.regex(/^[^\s',;/]+$/, 'must not be empty or hold white space, quotes, commas, semicolons or slashes'),
  ':Shoulder': text.regex(/^[^\s',;]*$/, 'must not hold white space, quotes, commas or semicolons'),
  ':DoiProvider': z.enum(['FAKE', 'perma'], 'must be FAKE or perma'),
  ':MaxEmbargoDurationInMonths': int,
  ':MinRetentionDurationInMonths': int,
  ':AllowCustomTermsOfUse': bool,
  ':AnonymizedFieldTypeNames': csv,
  ':AllowedCurationLabels': json(
    z.record(z.string(), z.array(z.string().regex(/^[\w ]{1,32}$/, 'labels are 1 to 32 letters, digits, underscores or spaces'))),
  ),
  ':ExcludeEmailFromExport': bool,
  ':ExportInstallationAsDistributorOnlyWhenNotSet': bool,
  ':ProvCollectionEnabled': bool,
  ':UseStorageQuotas': bool,
  ':StorageQuotaSizeInBytes': bytes,
  ':CustomDatasetSummaryFields': csv,
  ':DatasetPublishPopupCustomText': text,
  ':ApiTermsOfUse': text,
  ':ApplicationTermsOfUse': text,
  ':ApplicationPrivacyPolicyUrl': url,
  ':InstallationName': text.min(1, 'must not be empty'),
  ':GuidesBaseUrl': url,
  ':GuidesVersion': text,
  ':MetricsCacheTimeoutMinutes': int,
  ':MetricsUrl': url,
  ':MDCLogPath': text,
  ':DisplayMDCMetrics': bool,
  ':MDCStartDate': day,
  ':FileCategories': csv,
  ':CategoryOrder': csv,
  ':OrderByFolder': bool,
  ':AllowUserManagementOfOrder': bool,
  ':DatasetMetadataValidatorScript': text,
  ':CollectionMetadataValidatorScript': text,
  ':DatasetMetadataValidationFailureMsg': text,
  ':CollectionMetadataPublishValidationFailureMsg': text,
  ':CollectionMetadataUpdateValidationFailureMsg': text,
  ':ExternalValidationAdminOverride': bool,
  ':Languages': languages,
  ':MetadataLanguages': languages,
  ':CVocConf': text,
  ':OAIServerEnabled': bool,
  ':ContactFeedbackMessageSizeLimit': int,
  ':CreateDataFilesMaxErrorsToDisplay': int,
  ':AllowSignUp': bool,
  ':AllowRemoteAuthSignUp': json(z.record(z.string(), z.union([z.boolean(), bool]))),
  ':SignUpUrl': url,
  ':DefaultAuthProvider': text,
  ':LoginSessionTimeout': int,
  ':PVMinLength': int,
  ':PVMaxLength': int,
  ':PVCharacterRules': csv,
  ':PVNumberOfCharacteristics': int,
  ':PVNumberOfConsecutiveDigitsAllowed': int,
  ':PVGoodStrength': int,
  ':PVDictionaries': text,
  ':GuestbookResponsesPageDisplayLimit': int,
  ':BagItHandlerEnabled': bool,
  ':BagValidatorJobPoolSize': int,
  ':BagValidatorMaxErrors': int,
  ':BagValidatorJobWaitInterval': int,
  ':BagGeneratorThreads': int,
  ':ArchiverClassName': text,
  ':ArchiverSettings': csv,
  ':SolrFullTextIndexing': bool,
  ':SolrMaxFileSizeForFullTextIndexing': bytes,
  ':ChronologicalDateFacets': bool,
  ':SearchHighlightFragmentSize': int,
  ':ShowMuteOptions': bool,
  ':GuestDownload': bool,
} as const satisfies Record<string, ZodType<unknown, string>>;

export type SettingName = keyof typeof settingCatalog;
/** What a setting's value is once read. */
export type SettingValue<Name extends SettingName> = z.output<(typeof settingCatalog)[Name]>;

/** Further names that frontends and integrations use; any text is a value. Source: users-admin.md 10.5. */
const furtherNames: readonly string[] = [
  ':AllowCors',
  ':COARNotifyRelationshipAnnouncementTargets',
  ':COARNotifyRelationshipAnnouncementTriggerFields',
  ':CloudEnvironmentName',
  ':ComputeBaseUrl',
  ':ControlledVocabularyCustomJavaScript',
  ':CustomZipDownloadServiceUrl',
  ':DRSArchiverConfig',
  ':DataCaptureModuleUrl',
  ':DatasetPublishPopupCustomTextOnAllVersions',
  ':DebugOAuthAccountType',
  ':DebugShibAccountType',
  ':DisableRootCollectionTheme',
  ':DisableSolrFacets',
  ':DisableSolrFacetsForGuestUsers',
  ':DisableSolrFacetsWithoutJsession',
  ':DisableUncheckedTypesFacet',
  ':DownloadMethods',
  ':DuraCloudContext',
  ':DuraCloudHost',
  ':DuraCloudPort',
  ':FilesOnDatasetPageFromSolr',
  ':FooterCopyright',
  ':FooterCustomizationFile',
  ':GetExternalSearchName',
  ':GetExternalSearchUrl',
  ':GlobusAppUrl',
  ':GlobusBatchLookupSize',
  ':GlobusPollingInterval',
  ':GlobusSingleFileTransfer',
  ':GoogleCloudBucket',
  ':GoogleCloudProject',
  ':HandleAuthHandle',
  ':HeaderCustomizationFile',
  ':HomePageCustomizationFile',
  ':IndependentHandleService',
  ':LocalDataAccessPath',
  ':LogoCustomizationFile',
  ':MyDataDoesNotUseSolrPermissionDocs',
  ':NavbarAboutUrl',
  ':NavbarGuidesUrl',
  ':NavbarSupportUrl',
  ':OAuth2CallbackUrl',
  ':PVCustomPasswordResetAlertMessage',
  ':PostExternalSearchName',
  ':PostExternalSearchUrl',
  ':RepositoryStorageAbstractionLayerUrl',
  ':S3ArchiverConfig',
  ':BagItLocalPath',
  ':ScrubMigrationData',
  ':ShibAffiliationAttribute',
  ':ShibAffiliationOrder',
  ':ShibAffiliationSeparator',
  ':ShibAttributeCharacterSetConversionEnabled',
  ':ShibPassiveLoginEnabled',
  ':SolrHostColonPort',
  ':StyleCustomizationFile',
  ':SystemEmail',
  ':WebAnalyticsCode',
  ':WebloaderUrl',
];

const furtherNameSet = new Set(furtherNames);

/** Former names that still work, with the setting they mean. Source: users-admin.md 10.2. */
const aliases: Readonly<Record<string, SettingName>> = { 'BuiltinUsers.KEY': ':BuiltinUsersKey' };

/** Whether the software reads this setting. */
export function isKnownSetting(name: string): name is SettingName {
  return Object.hasOwn(settingCatalog, name);
}

/** The name under which a setting is kept; undefined when there is no such setting. */
export function canonicalSettingName(name: string): string | undefined {
  if (Object.hasOwn(aliases, name)) return aliases[name];
  return isKnownSetting(name) || furtherNameSet.has(name) ? name : undefined;
}

/** Why a value does not fit its setting, in words; undefined when it does. */
export function settingFault(name: string, value: string): string | undefined {
  if (!isKnownSetting(name)) return undefined;
  const parsed = settingCatalog[name].safeParse(value);
  return parsed.success ? undefined : parsed.error.issues.map((issue) => issue.message).join('; ');
}
