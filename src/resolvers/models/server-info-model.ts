/** What is known of the installation before anything is asked; its other facts have resolvers. */
export interface ServerInfoModel {
  readonly version: string;
  readonly build: string;
  readonly server: string;
  readonly installationName: string;
  readonly apiTermsOfUse: string;
  readonly applicationTermsOfUse: string;
  readonly hidesContactEmails: boolean;
  readonly datasetPublishPopupCustomText: string | null;
  readonly publishDatasetDisclaimerText: string | null;
  readonly maxEmbargoDurationInMonths: number | null;
  readonly zipDownloadLimitBytes: number;
  readonly userGuidesBaseUrl: string;
  readonly userGuidesVersion: string;
  readonly acceptsIncompleteMetadata: boolean;
}
