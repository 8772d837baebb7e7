/** Styles in which a version can be cited: each is a file of `data/citation-styles`, has the name that people use, and the English it was written for. */
export const CITATION_STYLES = {
  APA: { file: 'apa.csl', name: 'APA', english: 'en-US' },
  CHICAGO: { file: 'chicago-author-date.csl', name: 'Chicago', english: 'en-US' },
  HARVARD: { file: 'harvard-cite-them-right.csl', name: 'Harvard', english: 'en-GB' },
  IEEE: { file: 'ieee.csl', name: 'IEEE', english: 'en-US' },
  MLA: { file: 'modern-language-association.csl', name: 'MLA', english: 'en-US' },
  VANCOUVER: { file: 'nlm-citation-sequence.csl', name: 'Vancouver', english: 'en-US' },
} as const;

export type CitationStyle = keyof typeof CITATION_STYLES;

/** Languages of their words. */
export const CITATION_LANGUAGES = ['EN', 'DE'] as const;

export type CitationLanguage = (typeof CITATION_LANGUAGES)[number];
