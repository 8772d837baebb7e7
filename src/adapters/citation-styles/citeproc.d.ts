/** The part of citeproc-js that is used here, which has no types of its own. Source: https://citeproc-js.readthedocs.io. */
declare module 'citeproc' {
  export interface System {
    /** XML of the words of a language; the empty text where there are none. */
    retrieveLocale(language: string): string;
    retrieveItem(id: string): object;
  }
  export class Engine {
    constructor(system: System, style: string, language: string, forced: boolean);
    setOutputFormat(format: 'html' | 'text'): void;
    updateItems(ids: readonly string[]): void;
    /** The entries after what is said of their layout; false where the style has none. */
    makeBibliography(): readonly [layout: object, entries: readonly string[]] | false;
  }
  const csl: { readonly Engine: typeof Engine };
  export default csl;
}
