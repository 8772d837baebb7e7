import type { Messages } from '../en/english.ts';

/** Wörter der Seite, auf der eine veröffentlichte Version zurückgezogen wird. */
export function withdrawalMessages(): Messages['withdrawal'] {
  return {
    heading: 'Version zurückziehen',
    teaser:
      'Eine Version, die nicht mehr verwendet werden darf, wird zurückgezogen. Ihre Seite und ihr Identifikator bleiben, ihre Dateien werden nicht mehr herausgegeben.',
    open: 'Version zurückziehen',
    title: 'Veröffentlichte Version zurückziehen',
    text: 'Auf ihrer Seite steht dann, dass sie zurückgezogen wurde und warum. Ihre Dateien werden nicht mehr herausgegeben. Das kann nicht rückgängig gemacht werden.',
    version: 'Welche Version',
    reason: 'Grund',
    reasonHint: 'Alle können ihn lesen.',
    forward: 'Wo stattdessen nachzusehen ist',
    forwardHint: 'Eine Adresse mit https, etwa die eines berichtigten Datensatzes. Die Angabe ist freiwillig.',
    confirm: 'Version zurückziehen',
    nothing: 'Von diesem Datensatz ist keine Version veröffentlicht.',
  };
}
