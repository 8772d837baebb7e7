import type { fileRules as english } from '../../../../errors/rules/file-rules.ts';
import type { InGerman } from './in-german.ts';

/** Größen kommen mit Punkt: `1.7 KB`. */
const size = (text: string): string => text.replace('.', ',').replace(/ bytes$/, ' Bytes');

export const fileRules: InGerman<typeof english> = {
  FILE_NAME_BLANK: () => 'Der Dateiname darf nicht leer sein',
  FILE_NAME_CHARACTERS: () => 'Der Dateiname darf weder Steuerzeichen noch eines dieser Zeichen enthalten: : < > ; # / " * | ? \\',
  FILE_NAME_DOTS: () => 'Der Dateiname darf nicht „.“ oder „..“ sein',
  FILE_NAME_LONG: ({ most }) => `Der Dateiname darf höchstens ${most} Zeichen haben`,
  FOLDER_CHARACTERS: () =>
    'Der Ordner darf nur Buchstaben von A bis Z und a bis z, Ziffern, Unterstriche, Bindestriche, Punkte, Leerzeichen und Schrägstriche enthalten',
  FOLDER_ABOVE: () => 'Der Ordner darf keinen Ordner namens „..“ enthalten',
  FOLDER_LONG: ({ most }) => `Der Ordner darf höchstens ${most} Zeichen haben`,
  SAME_CONTENT: ({ label }) => `hat denselben Inhalt wie ${label}`,
  PATH_TAKEN: ({ path }) => `Eine andere Datei liegt schon unter ${path}`,
  OTHER_TYPE: ({ had, has }) => `Aus ${had} würde ${has}; das muss ausdrücklich erlaubt werden`,
  NOT_RESTRICTED_HERE: () => 'geht hier nicht: Diese Installation kennt keine geschützten Dateien',
  NO_PICTURE: () => 'muss ein Bild sein: PNG, JPEG, GIF, WebP, TIFF, AVIF oder SVG',
  ONE_FILE: () => 'muss genau eine Datei enthalten',
  TYPE_FORM: () => 'muss die Form Typ/Untertyp haben',
  SIZE_DECLARED: ({ bytes }) => `muss ${bytes} Bytes groß sein, wie zu Beginn der Übertragung angegeben`,
  CHECKSUM_OF_BYTES: ({ checksum }) => `muss ${checksum} sein, die Prüfsumme dessen, was angekommen ist`,
  FILE_LARGER: (told) => `Sie hat ${size(told.size)}, erlaubt sind höchstens ${size(told.most)}`,
  FILE_LARGER_AT_LEAST: (told) => `Sie hat mehr als ${size(told.size)}, erlaubt sind höchstens ${size(told.most)}`,
  OVER_QUOTA: (told) => `Sie hat ${size(told.size)}, frei sind noch ${size(told.rest)}`,
  OVER_QUOTA_PROMISED: (told) =>
    `Sie hat ${size(told.size)}, frei sind noch ${size(told.rest)}; ${size(told.promised)} sind für laufende Übertragungen vorgemerkt`,
  ARCHIVE_OVER_QUOTA: (told) => `Ausgepackt hat das Archiv ${size(told.size)}, frei sind noch ${size(told.rest)}`,
  FILES_FULL: ({ limit }) => `Erlaubt sind ${limit}; laufende Übertragungen zählen mit`,
  FILES_TOO_MANY: ({ limit, room, more }) => `Erlaubt sind ${limit}, davon sind noch ${room} frei; es kamen ${more}`,
  LICENSE_INACTIVE: () => 'wird hier nicht mehr vergeben',
  LICENSE_OF_TYPE: () => 'ist für diese Art von Datensätzen nicht vorgesehen',
  NO_LICENSE: () => 'ist weder Name noch Adresse einer Lizenz, die hier vergeben wird',
  LICENSE_OR_TERMS: () => 'muss entweder eine Lizenz oder eigene Bedingungen haben',
  NO_CUSTOM_TERMS: () => 'Hier brauchen Datensätze eine Lizenz; eigene Bedingungen sind nicht erlaubt',
  NO_ACCESS_TERMS: () => 'geht hier nicht: Diese Installation kennt keine geschützten Dateien und daher keine Zugangsbedingungen',
  ACCESS_TERMS_NEEDED: () => 'Geschützte Dateien brauchen Zugangsbedingungen, oder es muss möglich sein, Zugang zu beantragen',
  TERMS_OF_USE_NEEDED: () => 'Der Datensatz hat weder eine Lizenz noch Nutzungsbedingungen',
  REASON_NEEDED: () => 'darf nicht leer sein: Die Autoren brauchen eine Begründung',
  VERSION_OUT: () => 'muss eine veröffentlichte Version sein, wie 1.0',
};
