import type { Messages } from '../en/english.ts';

/** Wörter der Seite, auf der Lizenz und Nutzungsbedingungen gewählt werden. */
export function termsMessages(): Messages['terms'] {
  return {
    title: 'Lizenz und Nutzungsbedingungen',
    licenseHeading: 'Was andere mit den Daten tun dürfen',
    own: 'Eigene Nutzungsbedingungen',
    ownHint: 'Anstelle einer Lizenz. Menschen verstehen eine Lizenz besser, und Programme verstehen nur sie.',
    ownHeading: 'Eigene Nutzungsbedingungen anstelle einer Lizenz',
    accessHeading: 'Zugriffsbeschränkte Dateien',
    accessRequest: 'Angemeldete Personen können Zugriff beantragen',
    save: 'Lizenz und Nutzungsbedingungen speichern',
    textOf: 'Text der Lizenz',
    conflict:
      'Der Entwurf wurde inzwischen von jemand anderem geändert, oder von Ihnen in einem anderen Fenster. Es wurde nichts gespeichert. Sehen Sie sich die Angaben unten an und speichern Sie erneut.',
    fields: {
      termsOfUse: 'Nutzungsbedingungen',
      confidentialityDeclaration: 'Vertraulichkeitserklärung',
      specialPermissions: 'Besondere Genehmigungen',
      restrictions: 'Einschränkungen',
      citationRequirements: 'Vorgaben für das Zitieren',
      depositorRequirements: 'Vorgaben der einstellenden Person',
      conditions: 'Bedingungen',
      disclaimer: 'Haftungsausschluss',
      termsOfAccess: 'Zugangsbedingungen für zugriffsbeschränkte Dateien',
      dataAccessPlace: 'Ort der Einsichtnahme',
      originalArchive: 'Ursprüngliches Archiv',
      availabilityStatus: 'Verfügbarkeit',
      contactForAccess: 'Kontakt für Zugriffsanfragen',
      sizeOfCollection: 'Umfang der Sammlung',
      studyCompletion: 'Vollständigkeit der Studie',
    },
  };
}
