import type { CitationLanguage } from '../../../vocabulary/citation-styles.ts';

/** Words around the citation of a dataset. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
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
