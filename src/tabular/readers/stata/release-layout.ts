/** Widths of the fields that differ between the releases of Stata's format. Source: Stata, help dta_105 to dta_121. */
export interface ReleaseLayout {
  readonly release: number;
  /** Since 117 the file consists of tagged parts, after the manner of XML. */
  readonly tagged: boolean;
  /** Whether a number of variables has four bytes (119, 121) and not two. */
  readonly manyVariables: boolean;
  readonly dataLabelBytes: number;
  readonly timestampBytes: number;
  readonly nameBytes: number;
  readonly formatBytes: number;
  readonly variableLabelBytes: number;
  /** Bytes of the length of an expansion field; 0 where there are none. */
  readonly expansionLengthBytes: 0 | 2 | 4;
  /** Before 108 each value label has eight bytes of its own. */
  readonly fixedValueLabels: boolean;
  /** Since 113 there are 27 missing values of each type. */
  readonly extendedMissing: boolean;
  readonly encoding: 'utf-8' | 'windows-1252';
}

const OLD_RELEASES = [104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115];
const TAGGED_RELEASES = [117, 118, 119, 120, 121];

/** The layout of a release; undefined for one that does not exist or was never released. */
export function layoutOf(release: number): ReleaseLayout | undefined {
  const tagged = TAGGED_RELEASES.includes(release);
  if (!tagged && !OLD_RELEASES.includes(release)) return undefined;
  const unicode = release >= 118;
  return {
    release,
    tagged,
    manyVariables: release === 119 || release === 121,
    dataLabelBytes: release >= 108 ? 81 : 32,
    timestampBytes: release >= 105 ? 18 : 0,
    nameBytes: nameBytes(release),
    formatBytes: formatBytes(release),
    variableLabelBytes: variableLabelBytes(release),
    expansionLengthBytes: expansionLengthBytes(release),
    fixedValueLabels: release < 108,
    extendedMissing: release >= 113,
    encoding: unicode ? 'utf-8' : 'windows-1252',
  };
}

function nameBytes(release: number): number {
  if (release >= 118) return 129;
  return release >= 110 ? 33 : 9;
}

function formatBytes(release: number): number {
  if (release >= 118) return 57;
  if (release >= 114) return 49;
  return release >= 105 ? 12 : 7;
}

function variableLabelBytes(release: number): number {
  if (release >= 118) return 321;
  return release >= 106 ? 81 : 32;
}

function expansionLengthBytes(release: number): 0 | 2 | 4 {
  if (release >= 110) return 4;
  return release >= 105 ? 2 : 0;
}
