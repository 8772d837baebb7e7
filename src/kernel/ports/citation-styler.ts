import type { CitedWork } from '../../formats/citation/cited-work.ts';
import type { CitationLanguage, CitationStyle } from '../../vocabulary/citation-styles.ts';

/** An entry of a list of references. */
export interface StyledCitation {
  /** Of the elements `i`, `b`, `sup`, `sub` and `span`, all else escaped. */
  readonly html: string;
  readonly text: string;
}

/** Writes citations in the styles of publications. */
export interface CitationStyler {
  style(work: CitedWork, style: CitationStyle, language: CitationLanguage): Promise<StyledCitation>;
}
