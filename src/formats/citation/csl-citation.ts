import { agentOf } from '../datacite/agent.ts';
import type { CitedWork } from './cited-work.ts';
import { htmlText } from './text-escapes.ts';

type CslName =
  | { readonly family: string; readonly given: string; readonly isInstitution: false }
  | { readonly literal: string; readonly isInstitution: true };

/** A name as the Citation Style Language divides it. */
export function cslName(entered: string, escaped: (text: string) => string): CslName {
  const { name, nameType, familyName, givenName } = agentOf(entered);
  if (nameType === 'Organizational') return { literal: escaped(name), isInstitution: true };
  if (familyName !== undefined) return { family: escaped(familyName), given: escaped(givenName ?? ''), isInstitution: false };
  // Without a comma the last word is the family's.
  const words = name.split(/\s+/);
  return { family: escaped(words.at(-1) ?? ''), given: escaped(words.slice(0, -1).join(' ')), isInstitution: false };
}

/** A citation as CSL JSON, its texts escaped for HTML. Source: datasets.md 14.6. */
export function cslCitation(work: CitedWork): string {
  const { pid, series } = work;
  const [first] = series;
  const record = {
    type: work.datasetType === 'software' ? 'software' : 'dataset',
    title: htmlText(work.title),
    author: work.authors.map((name) => cslName(name, htmlText)),
    issued: { 'date-parts': [[work.year]] },
    ...(first === undefined ? {} : { 'container-title': htmlText(first) }),
    version: work.version,
    ...(pid.protocol === 'doi' ? { DOI: htmlText(`${pid.authority}${pid.separator}${pid.identifier}`) } : {}),
    ...(work.keywords.length === 0 ? {} : { categories: work.keywords.map(htmlText) }),
    publisher: htmlText(work.publisher),
    URL: work.landingPage,
  };
  return JSON.stringify(record, null, 2);
}
