import type { CitationLanguage } from '../../../vocabulary/citation-styles.ts';

/** Words around the citation of a dataset. */
export function citationMessages() {
  return {
    /** The language in which styles are asked to write. */
    language: 'EN' as CitationLanguage,
    heading: 'Cite this version',
    fileHeading: 'Cite this file',
    style: 'Style',
    ownStyle: 'Of this repository',
    show: 'Show',
    copyNote: 'A click selects the whole citation to be copied.',
  };
}
