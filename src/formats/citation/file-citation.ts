import { htmlText } from './text-escapes.ts';

/** The citation of one file: that of its version, a line of HTML, and the name of the file. Source: datasets.md 14.6, files.md 22.1. */
export function fileCitation(versionCitation: string, label: string): string {
  return `${versionCitation}; ${htmlText(label)} [fileName]`;
}
