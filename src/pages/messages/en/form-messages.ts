import type { LocaleTools } from '../locale-tools.ts';

/** Words of every form. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
export function formMessages({ number, plural }: LocaleTools) {
  return {
    problems: (count: number): string => plural(count, 'There is a problem', `There are ${number(count)} problems`),
    required: 'required',
    requiredBeside: (title: string): string => `Needed as soon as ${title} says anything else.`,
    choose: 'Choose',
    add: (title: string): string => `Add another: ${title}`,
    remove: 'Remove',
    row: (title: string, place: number): string => `${title} ${number(place)}`,
    dateHint: 'A year, a month or a day: 2024, 2024-05 or 2024-05-17.',
    save: 'Save',
    cancel: 'Cancel',
    signedOut: 'You are signed out. Sign in in another window, then send this form again: what you typed is still here.',
    signIn: 'Sign in',
    sendAgain: 'Send the form again',
    foreign: 'The form was not sent from a page of this server.',
    nul: 'The form contains a NUL character.',
    tooLong: 'The form has too many fields to be read.',
    badPlace: (most: number): string => `A form takes a field at most ${number(most)} times.`,
  };
}
