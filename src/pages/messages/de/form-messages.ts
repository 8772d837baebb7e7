import type { Messages } from '../en/english.ts';
import type { LocaleTools } from '../locale-tools.ts';

/** Wörter aller Formulare. */
export function formMessages({ number, plural }: LocaleTools): Messages['form'] {
  return {
    problems: (count) => plural(count, 'Es gibt ein Problem', `Es gibt ${number(count)} Probleme`),
    required: 'Pflichtfeld',
    requiredBeside: (title) => `Erforderlich, sobald ${title} weitere Angaben enthält.`,
    choose: 'Bitte wählen',
    add: (title) => `Weiteres hinzufügen: ${title}`,
    remove: 'Entfernen',
    row: (title, place) => `${title} ${number(place)}`,
    dateHint: 'Ein Jahr, ein Monat oder ein Tag: 2024, 2024-05 oder 2024-05-17.',
    save: 'Speichern',
    cancel: 'Abbrechen',
    signedOut:
      'Sie sind abgemeldet. Melden Sie sich in einem anderen Fenster an und senden Sie dieses Formular dann erneut: Ihre Eingaben sind noch da.',
    signIn: 'Anmelden',
    sendAgain: 'Formular erneut senden',
    foreign: 'Das Formular wurde nicht von einer Seite dieses Servers gesendet.',
    nul: 'Das Formular enthält ein NUL-Zeichen.',
    tooLong: 'Das Formular hat zu viele Felder, um gelesen zu werden.',
    badPlace: (most) => `Ein Formular enthält ein Feld höchstens ${number(most)}-mal.`,
  };
}
