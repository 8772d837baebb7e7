import { characterRule, type accountRules as english } from '../../../../errors/rules/account-rules.ts';
import type { InGerman } from './in-german.ts';

const CHARACTERS: Readonly<Record<string, string>> = {
  UpperCase: 'Großbuchstaben',
  LowerCase: 'Kleinbuchstaben',
  Digit: 'Ziffern',
  Special: 'Sonderzeichen',
  Alphabetical: 'Buchstaben',
};

export const accountRules: InGerman<typeof english> = {
  ACCOUNT_NAME: () => 'muss aus 2 bis 60 Buchstaben ohne Umlaute, Ziffern, Unterstrichen, Punkten oder Bindestrichen bestehen',
  ANOTHER_ACCOUNT: () => 'muss ein anderes Konto sein',
  NO_ACCOUNT: ({ named }) => `${named} ist kein Konto`,
  PASSWORD_CHARACTERS: ({ rules }) =>
    `muss enthalten: ${rules
      .map(characterRule)
      .map(({ type, least }) => `${least} oder mehr ${CHARACTERS[type] ?? type}`)
      .join(', ')}`,
  DIGITS_IN_A_ROW: ({ most }) => `darf nicht mehr als ${most} Ziffern hintereinander haben`,
  COMMON_WORD: () => 'darf kein Wort enthalten, das viele Passwörter haben',
  TOKEN_END: ({ days }) => `muss in den nächsten ${days} Tagen liegen`,
  NO_ASSIGNEE: ({ identifier }) => `${identifier} ist weder ein Konto noch eine Gruppe`,
  DEACTIVATED: ({ identifier }) => `Das Konto ${identifier} ist deaktiviert`,
  CONTAINS_ITSELF: ({ identifier }) => `${identifier} kann sich nicht selbst enthalten`,
  CONTAINS_THIS: ({ identifier }) => `${identifier} enthält diese Gruppe schon`,
  GROUP_OF_ELSEWHERE: ({ identifier }) => `${identifier} gehört weder zu dieser Sammlung noch zu einer darüber`,
  NO_ROLE_HERE: ({ role }) => `${role} ist hier keine Rolle`,
  GROUP_ALIAS: () => 'muss aus Buchstaben ohne Umlaute, Ziffern, Unterstrichen oder Bindestrichen bestehen',
  ALIAS_LIKE_AN_ID: () => 'darf nicht nur aus Ziffern bestehen; die nennen eine Gruppe bei ihrer Nummer',
  NO_ADDRESS: ({ text }) => `${text} ist weder eine IPv4- noch eine IPv6-Adresse`,
  TWO_FAMILIES: ({ range }) => `${range.replace(' to ', ' bis ')} reicht von einer Art von Adressen in die andere`,
  RANGE_BACKWARDS: ({ range }) => `${range.replace(' to ', ' bis ')} endet, bevor es beginnt`,
  NO_DOMAIN: () => 'ist kein Domänenname wie example.org',
  PATTERN_GROUP_CLOSED: () => 'schließt eine Gruppe, die es nicht öffnet',
  PATTERN_GROUP_OPEN: () => 'öffnet eine Gruppe, die es nicht schließt',
  PATTERN_LOOKS: () => 'blickt voraus oder zurück oder benennt eine Gruppe',
  PATTERN_DEEP: ({ deepest }) => `verschachtelt Gruppen tiefer als ${deepest}`,
  PATTERN_ESCAPE: ({ escape }) => `benutzt \\${escape}`,
  PATTERN_SET: ({ set }) => `hat die unzulässige Zeichenklasse ${set}`,
  PATTERN_STRAY: ({ character }) => `hat ein ${character}, das zu nichts gehört`,
  PATTERN_COUNTS: ({ least, most }) => `wiederholt mindestens ${least}-mal und höchstens ${most}-mal`,
  PATTERN_REPEATS: ({ most }) => `zählt weiter als bis ${most}`,
  PATTERN_LONG: ({ most }) => `ist länger als ${most} Zeichen`,
  PATTERN_EMPTY: () => 'ist leer',
  PROVIDER_ID: () => 'darf weder leer sein noch Leerraum oder Schrägstriche enthalten',
  PROVIDER_ID_DOTS: () => 'darf nicht aus einem oder zwei Punkten bestehen',
  SAFE_ADDRESS: () => 'muss mit https:// beginnen (mit http:// nur auf diesem Rechner) und darf keine Zugangsdaten enthalten',
  SECRET_NEEDED: () => 'muss angegeben werden: Es ist keines gespeichert, das bleiben könnte',
  SPACED_WORDS: () => 'muss aus Wörtern bestehen, zwischen denen je ein Leerzeichen steht',
  HEADER_NAME: () => 'muss der Name einer Kopfzeile sein: Buchstaben, Ziffern und Bindestriche',
  OPENID_SCOPE: () => 'muss openid enthalten',
  NEEDED_BY_ORCID: () => 'wird bei der Art orcid gebraucht',
};
