import type { CommandContext } from '../../../kernel/command.ts';
import type { StyledCitation } from '../../../kernel/ports/citation-styler.ts';
import type { CitationLanguage, CitationStyle } from '../../../vocabulary/citation-styles.ts';
import { type CitedDataset, type CitedVersion, citedWork } from './cited-work.ts';

/** The citation of a version that the actor was shown, as a style of publications writes it. */
export function styleVersion(
  { services: { installation, blocks, citationStyler } }: CommandContext,
  dataset: CitedDataset,
  version: CitedVersion,
  { style, language }: { readonly style: CitationStyle; readonly language: CitationLanguage },
): Promise<StyledCitation> {
  const { siteUrl } = installation;
  const work = citedWork(dataset, version, { name: installation.name(), siteUrl, catalog: blocks.current() });
  return citationStyler.style(work, style, language);
}
