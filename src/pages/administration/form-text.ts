import type { Told } from './deeds.ts';

/** What fields of a form start with: what was typed where the form was refused, else what is kept. A page may have other forms than that of a deed. */
export function formText({ typed }: Told, deed = 'save'): (name: string, kept: string) => string {
  return (name, kept) => (typed !== undefined && typed('does') === deed ? typed(name) : kept);
}
