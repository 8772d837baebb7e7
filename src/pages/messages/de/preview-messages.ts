import type { Messages } from '../en/english.ts';

/** Wörter der Vorschau von Dateien. */
export function previewMessages(): Messages['preview'] {
  return {
    heading: 'Vorschau',
    link: 'Vorschau',
    pictureAlt: (name) => `Bild in der Datei ${name}, verkleinert`,
    pdfLabel: (name) => `${name}, im PDF-Betrachter des Browsers`,
    pdfNotShown: 'Dieser Browser zeigt PDF-Dateien nicht innerhalb einer Seite.',
    pdfOpen: 'Das PDF für sich öffnen',
    textLabel: (name) => `Anfang von ${name}`,
    beginning: (kilobytes) => `Die ersten ${kilobytes} KB. Laden Sie die Datei herunter, um alles zu sehen.`,
    encoding: (name) => `Gelesen als ${name}.`,
  };
}
