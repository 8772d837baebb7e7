import { childText, compoundsOf, textOf } from '../../model/metadata/metadata-values.ts';
import type { VersionMetadata } from '../../model/metadata/version-metadata.ts';
import type { DataciteDate } from './metadata-model.ts';

/** Where the dates of a version are. */
interface Dated {
  readonly metadata: VersionMetadata;
  readonly publishedAt: Date | null;
  readonly releasedAt: Date | null;
  readonly versionNumber: number | null;
  readonly versionMinorNumber: number | null;
}

/**
 * A date in one of the forms that DataCite takes, a year of four digits, a month or a day; undefined for what has none, such as years
 * before Christ. Source: W3CDTF.
 */
export function w3cDate(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const calendar = /^(\d{4}(?:-\d{2}){0,2})(?:$|[T ])/.exec(text)?.[1];
  const year = /^(\d{1,3})$/.exec(text)?.[1] ?? /^(\d{1,4}) ?AD$/.exec(text)?.[1];
  return calendar ?? year?.padStart(4, '0');
}

function rangesOf(metadata: VersionMetadata, field: string): string[] {
  return compoundsOf(metadata, field).flatMap((range) => {
    const start = w3cDate(childText(range, `${field}Start`));
    const end = w3cDate(childText(range, `${field}End`));
    return start === undefined && end === undefined ? [] : `${start ?? ''}/${end ?? ''}`;
  });
}

function dayOf(date: Date | null): string | undefined {
  return date?.toISOString().slice(0, 10);
}

/** All dates of a version, in the order of the contract. Source: exports.md 6, row 8. */
export function describeDates(version: Dated): DataciteDate[] {
  const { metadata, publishedAt, releasedAt, versionNumber, versionMinorNumber } = version;
  const isFirst = versionNumber === 1 && versionMinorNumber === 0;
  const single: readonly (readonly [DataciteDate['dateType'], string | undefined])[] = [
    ['Issued', w3cDate(textOf(metadata, 'distributionDate'))],
    ['Created', w3cDate(textOf(metadata, 'productionDate'))],
    ['Submitted', w3cDate(textOf(metadata, 'dateOfDeposit'))],
    ['Available', dayOf(publishedAt)],
    ['Updated', isFirst ? undefined : dayOf(releasedAt)],
  ];
  return [
    ...single.flatMap(([dateType, date]) => (date === undefined ? [] : { date, dateType })),
    ...rangesOf(metadata, 'dateOfCollection').map((date) => ({ date, dateType: 'Collected' as const })),
    ...rangesOf(metadata, 'timePeriodCovered').map((date) => ({
      date,
      dateType: 'Other' as const,
      dateInformation: 'Time period covered by the data',
    })),
  ];
}
