import type { CitationFormat } from '../../vocabulary.ts';
import type { CommandContext } from '../command.ts';
import { bibtexCitation } from './bibtex-citation.ts';
import { type CitedDataset, type CitedVersion, citedWork, type CitedWork } from './cited-work.ts';
import { cslCitation } from './csl-citation.ts';
import { endnoteCitation } from './endnote-citation.ts';
import { htmlCitation } from './html-citation.ts';
import { risCitation } from './ris-citation.ts';

const writers: Readonly<Record<CitationFormat, (work: CitedWork) => string>> = {
  EndNote: endnoteCitation,
  RIS: risCitation,
  BibTeX: bibtexCitation,
  CSL: cslCitation,
  Internal: htmlCitation,
};

/** The citation of a version that the actor was shown. Source: datasets.md 14.6. */
export function citeVersion({ services }: CommandContext, dataset: CitedDataset, version: CitedVersion, format: CitationFormat): string {
  const { installation, blocks } = services;
  const { siteUrl } = installation;
  return writers[format](citedWork(dataset, version, { name: installation.name(), siteUrl, catalog: blocks.current() }));
}
