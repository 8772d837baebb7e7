import type { CitationFormat } from '../../../vocabulary/datasets.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { bibtexCitation } from '../../../formats/citation/bibtex-citation.ts';
import type { CitedWork } from '../../../formats/citation/cited-work.ts';
import { type CitedDataset, type CitedVersion, citedWork } from './cited-work.ts';
import { cslCitation } from '../../../formats/citation/csl-citation.ts';
import { endnoteCitation } from '../../../formats/citation/endnote-citation.ts';
import { plainCitation } from '../../../formats/citation/plain-citation.ts';
import { htmlCitation } from '../../../formats/citation/html-citation.ts';
import { risCitation } from '../../../formats/citation/ris-citation.ts';

const writers: Readonly<Record<CitationFormat | 'Text', (work: CitedWork) => string>> = {
  EndNote: endnoteCitation,
  RIS: risCitation,
  BibTeX: bibtexCitation,
  CSL: cslCitation,
  Internal: htmlCitation,
  Text: plainCitation,
};

/** The citation of a work, in a format or as a line of text. Source: datasets.md 14.6. */
export function citationOf(work: CitedWork, format: CitationFormat | 'Text'): string {
  return writers[format](work);
}

/** The citation of a version that the actor was shown, in a format or as a line of text. Source: datasets.md 14.6. */
export function citeVersion(
  { services }: CommandContext,
  dataset: CitedDataset,
  version: CitedVersion,
  format: CitationFormat | 'Text',
): string {
  const { installation, blocks } = services;
  const { siteUrl } = installation;
  return citationOf(citedWork(dataset, version, { name: installation.name(), siteUrl, catalog: blocks.current() }), format);
}
