/**
 * DataCite metadata, schema 4, in the JSON form of the registration agency's API. Lists are always there, for an update that leaves
 * a property out would keep its old value. Source: DataCite Metadata Schema 4, exports.md 6.
 */

export type NameType = 'Personal' | 'Organizational';

/** A creator of or contributor to a dataset. */
export interface DataciteAgent {
  readonly name: string;
  readonly nameType?: NameType;
  readonly givenName?: string;
  readonly familyName?: string;
  readonly nameIdentifiers: readonly {
    /** A URL; in the OpenAIRE profile the identifier as it was entered. */
    readonly nameIdentifier: string;
    readonly nameIdentifierScheme: string;
    readonly schemeUri?: string;
  }[];
  readonly affiliation: readonly {
    readonly name: string;
    readonly affiliationIdentifier?: string;
    readonly affiliationIdentifierScheme?: string;
    readonly schemeUri?: string;
  }[];
}

export interface DataciteSubject {
  readonly subject: string;
  readonly subjectScheme?: string;
  readonly schemeUri?: string;
  readonly valueUri?: string;
}

export interface DataciteDate {
  /** A day, month or year, or a range `start/end` of which one end may be open. */
  readonly date: string;
  readonly dateType: 'Available' | 'Collected' | 'Created' | 'Issued' | 'Other' | 'Submitted' | 'Updated';
  readonly dateInformation?: string;
}

export interface DataciteRelatedIdentifier {
  readonly relatedIdentifier: string;
  readonly relatedIdentifierType: string;
  readonly relationType: string;
}

export interface DataciteRights {
  /** Empty if the address suffices. */
  readonly rights: string;
  readonly rightsUri?: string;
  readonly rightsIdentifier?: string;
  readonly rightsIdentifierScheme?: string;
  readonly schemeUri?: string;
  readonly lang?: string;
}

export interface DataciteDescription {
  readonly description: string;
  readonly descriptionType: 'Abstract' | 'Methods' | 'Other' | 'SeriesInformation' | 'TechnicalInfo';
}

/** One of place, box (degrees) and point. */
export type DataciteGeoLocation =
  | { readonly geoLocationPlace: string }
  | {
      readonly geoLocationBox: {
        readonly westBoundLongitude: number;
        readonly eastBoundLongitude: number;
        readonly southBoundLatitude: number;
        readonly northBoundLatitude: number;
      };
    }
  | { readonly geoLocationPoint: { readonly pointLongitude: number; readonly pointLatitude: number } };

export interface DataciteFundingReference {
  readonly funderName: string;
  readonly funderIdentifier?: string;
  readonly funderIdentifierType?: 'ROR';
  readonly awardNumber?: string;
}

export interface DataciteMetadata {
  readonly creators: readonly DataciteAgent[];
  readonly titles: readonly { readonly title: string; readonly titleType?: 'AlternativeTitle' | 'Subtitle' }[];
  readonly publisher: string;
  readonly publicationYear: number;
  readonly subjects: readonly DataciteSubject[];
  readonly contributors: readonly (DataciteAgent & { readonly contributorType: string })[];
  readonly dates: readonly DataciteDate[];
  readonly types: { readonly resourceTypeGeneral: 'Dataset' | 'Software' | 'Workflow'; readonly resourceType: string };
  readonly alternateIdentifiers: readonly { readonly alternateIdentifier: string; readonly alternateIdentifierType: string }[];
  readonly relatedIdentifiers: readonly DataciteRelatedIdentifier[];
  readonly sizes: readonly string[];
  readonly formats: readonly string[];
  /** Absent if there is no version. */
  readonly version?: string;
  readonly rightsList: readonly DataciteRights[];
  readonly descriptions: readonly DataciteDescription[];
  readonly geoLocations: readonly DataciteGeoLocation[];
  readonly fundingReferences: readonly DataciteFundingReference[];
}

/** Stands for a value that has been withdrawn or was never known. Source: DataCite Metadata Schema, appendix 3. */
export const UNAVAILABLE = ':unav';
