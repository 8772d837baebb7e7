/** Source: OAI-PMH 2.0, 3.6. */
export type OaiErrorCode =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noMetadataFormats'
  | 'noRecordsMatch'
  | 'noSetHierarchy';

export interface OaiFault {
  readonly code: OaiErrorCode;
  readonly message: string;
}

/** A refusal that the protocol has a code for. */
export class OaiRefusal extends Error {
  readonly faults: readonly OaiFault[];

  constructor(...faults: readonly OaiFault[]) {
    super(faults.map(({ code, message }) => `${code}: ${message}`).join('; '));
    this.faults = faults;
  }
}
