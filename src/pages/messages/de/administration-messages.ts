import type { Messages } from '../en/english.ts';
import type { LocaleTools } from '../locale-tools.ts';

/** Wörter der Übersicht der Verwaltung und dessen, was alle ihre Seiten haben. */
export function administrationMessages({ number, plural }: LocaleTools): Messages['administration'] {
  return {
    title: 'Verwaltung',
    refusedTitle: 'Nur für die Verwaltung',
    refused: (account) =>
      `${account} hat keine Superuser-Rechte. Die Seiten der Verwaltung sind Superusern dieser Installation vorbehalten; sie können Ihnen diese Rechte geben.`,
    refusedLink: 'Zu Ihrem Konto',
    attention: 'Was Aufmerksamkeit braucht',
    nothing: 'Zurzeit nichts.',
    faultyFiles: (count) => `${number(count)} ${plural(count, 'Datei weicht', 'Dateien weichen')} vom erfassten Stand ab`,
    failedJobs: (count) => `${number(count)} ${plural(count, 'Auftrag wurde', 'Aufträge wurden')} aufgegeben`,
    failedEvents: (count) =>
      `${number(count)} ${plural(count, 'Änderungsereignis wurde', 'Änderungsereignisse wurden')} aufgegeben: Was daraus folgen sollte, ist nicht geschehen`,
    failedMails: (count) => `${number(count)} ${plural(count, 'Nachricht konnte', 'Nachrichten konnten')} nicht verschickt werden`,
    delayedMails: (count) =>
      `${number(count)} ${plural(count, 'Nachricht wartet', 'Nachrichten warten')} nach vergeblichen Versuchen: Antwortet der Mailserver?`,
    failedRegistrations: (count) =>
      `${number(count)} ${plural(count, 'persistenter Identifikator konnte', 'persistente Identifikatoren konnten')} nicht registriert werden`,
    deadDeliveries: (count) => `${number(count)} ${plural(count, 'Zustellung', 'Zustellungen')} an Webhooks wurden aufgegeben`,
    failedIngests: (count) => `${number(count)} ${plural(count, 'Datei konnte', 'Dateien konnten')} nicht als Tabelle eingelesen werden`,
    scarceStore: (label, available) => `Im Speicher ${label} sind noch ${available} frei, weniger als ein Zehntel`,
    areas: 'Was sich verwalten lässt',
    state: 'Stand der Dinge',
    version: 'Version',
    build: (build) => `Build ${build}`,
    server: 'Server',
    jobs: 'Aufträge',
    jobsText: (running, due) => `${number(running)} in Arbeit, ${number(due)} fällig`,
    events: 'Änderungsereignisse',
    waiting: (count) => (count === 0 ? 'Keine warten' : `${number(count)} ${plural(count, 'wartet', 'warten')}`),
    oldest: (moment) => `Das älteste seit ${moment}`,
    mails: 'Nachrichten',
    ingests: 'Einzulesende Tabellen',
    deliveries: 'Zustellungen an Webhooks',
    registrations: 'Registrierungen von Identifikatoren',
    workflows: 'Workflows',
    ongoing: (count) => (count === 0 ? 'Keine laufen' : `${number(count)} ${plural(count, 'läuft', 'laufen')}`),
    fixity: 'Integrität',
    fixityText: (read, all) => `${number(read)} von ${number(all)} ${plural(all, 'Datei', 'Dateien')} wurden gelesen`,
    store: (label) => `Speicher ${label}`,
    room: (available, total) => `${available} von ${total} frei`,
    unknownRoom: 'Wie viel Platz er hat, ist hier nicht bekannt',
    done: 'Erledigt.',
    pages: (page, last) => `Seite ${number(page)} von ${number(last)}`,
    more: 'Seiten dieser Liste',
    earlier: 'Zurück',
    later: 'Weiter',
    toStart: 'Zum Anfang',
    yes: 'ja',
    no: 'nein',
    never: 'nie',
    none: 'keine',
    change: 'Ändern',
  };
}
