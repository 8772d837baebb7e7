import type { Messages } from '../en/english.ts';
import type { LocaleTools } from '../locale-tools.ts';

/** Wörter der Formulare für Metadaten und des Weges dorthin. */
export function metadataMessages({ moment }: LocaleTools): Messages['metadata'] {
  return {
    newTitle: 'Neuer Datensatz',
    newIn: (collection) => `Er wird ein Entwurf in ${collection}, den vor der Veröffentlichung niemand sonst sieht.`,
    type: 'Art des Datensatzes',
    typeNote: 'Eine Art kann eigene Felder mitbringen. Sie bleibt, sobald der Entwurf angelegt ist.',
    plainType: 'Datensatz',
    useType: 'Ihre Felder zeigen',
    template: 'Mit einer Vorlage beginnen',
    noTemplate: 'Keine Vorlage',
    useTemplate: 'Verwenden',
    templateNote: 'Eine Vorlage füllt aus, was noch leer ist. Auch ihre Lizenz und Nutzungsbedingungen werden übernommen.',
    create: 'Entwurf anlegen',
    allFields: 'Alle Felder anzeigen',
    fewFields: 'Felder, die später ausgefüllt werden können, werden nicht angezeigt.',
    editTitle: 'Metadaten',
    untitled: 'Datensatz ohne Titel',
    editNote: 'Änderungen gehen in den Entwurf. Veröffentlichtes bleibt, wie es ist.',
    newDraftNote: 'Es gibt zurzeit keinen Entwurf: Mit dem Speichern beginnt einer. Veröffentlichtes bleibt, wie es ist.',
    save: 'Metadaten speichern',
    saved: 'Die Metadaten wurden gespeichert.',
    conflictTitle: 'Der Entwurf wurde inzwischen geändert',
    conflict: (at) =>
      `Jemand anderes, oder Sie in einem anderen Fenster, hat diesen Entwurf am ${moment(at)} gespeichert. Von diesem Formular wurde nichts gespeichert, damit von jener Änderung nichts verloren geht. ` +
      'Ihre Eingaben stehen noch unten.',
    conflictOpen: 'Den jetzigen Entwurf in einem anderen Fenster öffnen',
    conflictOverwrite: 'Mit meinem überschreiben',
    chooseTitle: 'Wohin gehört der Datensatz?',
    chooseNote: 'Sammlungen, in denen Sie Datensätze anlegen dürfen:',
    chooseNone:
      'Es gibt noch keine Sammlung, in der Sie Datensätze anlegen dürfen. Wenden Sie sich an die Verantwortlichen einer Sammlung.',
    chooseOther: 'Kurzname einer anderen Sammlung',
    chooseGo: 'Weiter',
    noCollection: 'Diese Sammlung gibt es nicht.',
  };
}
