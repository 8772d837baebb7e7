import type { ExportSnapshot } from './export-snapshot.ts';

/**
 * A format in which metadata leaves the installation. It knows nothing of requests, SQL or kept exports: a new one is its own file and one
 * line in src/formats/exports/exporters.ts. Source: exports.md 1.2, 15.
 */
export interface Exporter {
  readonly name: string;
  /** For people. */
  readonly displayName: string;
  /** Without the charset, which is always UTF-8. */
  readonly mediaType: string;
  /** Whether harvesters get it. */
  readonly isHarvestable: boolean;
  readonly isVisibleInUserInterface: boolean;
  /** Of formats in XML. */
  readonly xml?: XmlFormatFacts;
  /** Other names under which it is asked for. */
  readonly aliases?: readonly string[];
  /** Gives the text piece by piece. */
  readonly write: (snapshot: ExportSnapshot) => Iterable<string> | AsyncIterable<string>;
}

/** What a harvester has to know of a format in XML. */
export interface XmlFormatFacts {
  readonly namespace: string;
  readonly schemaLocation: string;
  readonly schemaVersion: string;
}
