import type { Messages } from '../en/english.ts';

/** Wörter rund um die Zitation eines Datensatzes. */
export function citationMessages(): Messages['citation'] {
  return {
    language: 'DE',
    heading: 'Diese Version zitieren',
    fileHeading: 'Diese Datei zitieren',
    style: 'Zitierstil',
    ownStyle: 'Dieses Repositoriums',
    show: 'Anzeigen',
    copyNote: 'Ein Klick wählt die ganze Zitation zum Kopieren aus.',
  };
}
