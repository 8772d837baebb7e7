import type { Messages } from '../en/english.ts';
import type { LocaleTools } from '../locale-tools.ts';

/** Wörter der Seiten, auf denen Einstellungen geändert werden. Wozu sie dienen, steht in ihren Definitionen. */
export function settingMessages({ number, plural }: LocaleTools): Messages['settings'] {
  return {
    title: 'Einstellungen',
    text: 'Was die Installation erlaubt, verlangt und mitteilt.',
    intro:
      'Eine Änderung gilt sofort. Das Änderungsprotokoll enthält den Namen der Einstellung und wer sie geändert hat, niemals den Wert.',
    search: 'Suchen',
    only: 'Auswahl',
    filters: { all: 'Alle', set: 'Nur gesetzte' },
    show: 'Anzeigen',
    nothing: 'Keine Einstellung passt.',
    found: (count) => `${number(count)} ${plural(count, 'Einstellung', 'Einstellungen')}`,
    columns: { name: 'Einstellung', value: 'Aktueller Wert', fallback: 'Ohne sie', group: 'Bereich', rule: 'Zulässige Werte' },
    groups: {
      INSTALLATION: 'Installation',
      ACCESS: 'Zugang und Grenzen',
      DATASETS: 'Datensätze',
      FILES: 'Dateien',
      PUBLICATION: 'Veröffentlichung',
      IDENTIFIERS: 'Persistente Identifikatoren',
      NOTIFICATIONS: 'Benachrichtigungen und E-Mail',
      SERVICES: 'Harvesting, Metriken und Suche',
      OTHER: 'Für andere Programme',
    },
    isSecret: 'ist gesetzt und wird nicht angezeigt',
    secretSet: 'Der Wert ist gesetzt und wird nicht angezeigt; ein neuer tritt an seine Stelle.',
    secretUnset: 'Es ist kein Wert gesetzt. Ist er gesetzt, wird er nicht angezeigt.',
    ofOthers: 'Dieser Server bewahrt den Wert für andere Programme auf und liest ihn selbst nicht.',
    valueHeading: 'Wert',
    value: 'Wert',
    anyText: 'Ein Text; was nicht zur Einstellung passt, wird abgelehnt.',
    save: 'Speichern',
    reset: 'Zurücksetzen',
    resetText: 'Entfernt den Wert; dann gilt, was ohne ihn gilt.',
    inLanguage: (language) => `Für die Sprache ${language}`,
    anotherLanguage: 'Für eine bestimmte Sprache',
    language: 'Sprache',
    languageHint: 'Zwei Buchstaben, zum Beispiel fr.',
    noSuch: 'Diese Einstellung gibt es nicht.',
    done: { saved: 'Die Einstellung wurde gespeichert.', reset: 'Die Einstellung wurde zurückgesetzt.' },
  };
}
