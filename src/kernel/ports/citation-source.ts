export interface CitationSource {
  readonly queueLimit: number;
  /** Addresses of works that cite a DOI (without its scheme), page by page; each may come again. @throws Error */
  pages(doi: string): AsyncIterable<readonly string[]>;
}
