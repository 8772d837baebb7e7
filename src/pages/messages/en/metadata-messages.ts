import type { LocaleTools } from '../locale-tools.ts';

/** Words of the forms of metadata, and of the way to them. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
export function metadataMessages({ moment }: LocaleTools) {
  return {
    newTitle: 'New dataset',
    newIn: (collection: string): string => `It becomes a draft in ${collection}, which nobody else sees before it is published.`,
    type: 'Kind of dataset',
    typeNote: 'A kind may bring fields of its own. It stays as it is once the draft is created.',
    plainType: 'Dataset',
    useType: 'Show its fields',
    template: 'Begin with a template',
    noTemplate: 'No template',
    useTemplate: 'Use it',
    templateNote: 'A template fills in what is still empty. Its licence and terms are taken as well.',
    create: 'Create the draft',
    allFields: 'Show all fields',
    fewFields: 'Fields that can be filled in later are not shown.',
    editTitle: 'Metadata',
    untitled: 'Untitled dataset',
    editNote: 'Changes go into the draft. What is published stays as it is.',
    newDraftNote: 'There is no draft at the moment: saving begins one. What is published stays as it is.',
    save: 'Save the metadata',
    saved: 'The metadata were saved.',
    conflictTitle: 'The draft was changed meanwhile',
    conflict: (at: string): string =>
      `Someone else, or you in another window, saved this draft on ${moment(at)}. Nothing of this form was saved, so that nothing of that change is lost. ` +
      'What you typed is still below.',
    conflictOpen: 'Open the draft as it is now in another window',
    conflictOverwrite: 'Save mine over it',
    chooseTitle: 'Where does the dataset belong?',
    chooseNote: 'Collections in which you may create datasets:',
    chooseNone: 'There is no collection yet in which you may create datasets. Ask those who look after one.',
    chooseOther: 'Alias of another collection',
    chooseGo: 'Go on',
    noCollection: 'There is no such collection.',
  };
}
