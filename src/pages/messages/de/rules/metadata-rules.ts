import { fieldAlone } from '../shipped/field-words.ts';
import type { metadataRules as english, NamedField } from '../../../../errors/rules/metadata-rules.ts';
import type { InGerman } from './in-german.ts';

const FORMATS: Readonly<Record<string, string>> = {
  DATE: 'kein gültiges Datum (JJJJ, JJJJ-MM oder JJJJ-MM-TT)',
  EMAIL: 'keine gültige E-Mail-Adresse',
  URL: 'keine gültige Webadresse',
  INT: 'keine ganze Zahl',
  FLOAT: 'keine Zahl (mit Punkt vor den Nachkommastellen)',
};

const called = ({ field, title }: NamedField): string => `„${fieldAlone(field, title)}“`;

export const metadataRules: InGerman<typeof english> = {
  FIELD_REQUIRED: (named) => `${called(named)} muss angegeben werden`,
  FIELD_REQUIRED_BESIDE: ({ parent, parentTitle, ...named }) =>
    `${called(named)} muss angegeben werden, sobald ein anderes Feld von ${called({ field: parent, title: parentTitle })} ausgefüllt ist`,
  FIELD_EMPTIED: (named) => `${called(named)} darf nicht geleert werden`,
  FIELD_FORMAT: ({ type, ...named }) => `${called(named)} ist ${FORMATS[type] ?? 'nicht von der verlangten Art'}`,
  EDGE: ({ limit, ...named }) => `${called(named)} muss eine Zahl von −${limit} bis ${limit} sein`,
  BOX: (named) => `${called(named)} braucht alle vier Kanten: Westen nicht größer als Osten, Süden nicht größer als Norden`,
  FIELD_ONE_VALUE: (named) => `${called(named)} nimmt nur einen Wert auf`,
  FIELD_LIST: (named) => `${called(named)} muss eine Liste von Werten sein`,
  FIELD_TEXT: (named) => `Ein Wert von ${called(named)} muss ein Text sein`,
  FIELD_COMPOUND: (named) => `Ein Wert von ${called(named)} muss aus Unterfeldern bestehen`,
  VALUE_UNKNOWN: ({ value, ...named }) => `${called(named)} kennt den Wert „${value}“ nicht`,
  NO_DATASET_TYPE: () => 'ist hier keine Art von Datensätzen',
  NO_METADATA_LANGUAGE: () => 'ist hier keine Sprache für Metadaten',
  METADATA_LANGUAGE: ({ locale }) => `muss ${locale} sein`,
  EVERY_AUTHOR: () => 'muss alle Autoren nennen, und mindestens einen',
  FILES_BEFORE_PUBLICATION: () => 'Diese Sammlung verlangt, dass ein Datensatz Dateien hat, bevor er veröffentlicht wird',
};
