/** Citations in the styles of the Citation Style Language, written by citeproc-js. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from 'citeproc';
import { type CslItem, cslItem } from '../../formats/citation/csl-item.ts';
import type { CitationStyler } from '../../kernel/ports/citation-styler.ts';
import { CITATION_STYLES, type CitationLanguage, type CitationStyle } from '../../vocabulary/citation-styles.ts';

/** The number before an entry of a numbered list, and the elements around it, which say nothing of one entry alone. */
const NUMBER = /<div class="csl-left-margin">.*?<\/div>/s;
const AROUND = /<\/?div[^>]*>/g;

/** Languages of which there are words. */
const LANGUAGES = ['en-US', 'en-GB', 'de-DE'] as const;

/** A style in a language, which cites one work at a time. */
interface CompiledStyle {
  cite(item: CslItem, format: 'html' | 'text'): string;
}

/** Compiles a style. @param words XML of the words of languages */
function compiled(EngineOf: typeof Engine, style: string, words: ReadonlyMap<string, string>, language: string): CompiledStyle {
  let cited: CslItem | undefined;
  const engine = new EngineOf(
    {
      // Each falls back to American English in the end.
      retrieveLocale: (name) => words.get(name) ?? words.get('en-US') ?? '',
      retrieveItem: () => ({ ...cited }),
    },
    style,
    language,
    true,
  );
  return {
    cite(item, format) {
      cited = item;
      engine.setOutputFormat(format);
      // What it was told of the work before is forgotten.
      engine.updateItems([]);
      engine.updateItems([item.id]);
      const made = engine.makeBibliography();
      return made === false ? '' : made[1].join('');
    },
  };
}

/** Makes the styler. Each style is read when it is first asked for. @param folder has the styles and the words of languages */
export function createCitationStyler(folder: string): CitationStyler {
  const styles = new Map<string, Promise<CompiledStyle>>();

  async function load(style: CitationStyle, language: string): Promise<CompiledStyle> {
    const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
    // Takes a third of a second to load, and most servers never need it.
    const { default: csl } = await import('citeproc');
    // citeproc-js keeps the words of a language for all of its engines, so that each has to be given all of them.
    const words = await Promise.all(LANGUAGES.map(async (name) => [name, await read(`locales-${name}.xml`)] as const));
    return compiled(csl.Engine, await read(CITATION_STYLES[style].file), new Map(words), language);
  }

  function styleIn(style: CitationStyle, language: CitationLanguage): Promise<CompiledStyle> {
    const key = `${style}/${language}`;
    const known = styles.get(key) ?? load(style, language === 'DE' ? 'de-DE' : CITATION_STYLES[style].english);
    styles.set(key, known);
    return known;
  }

  return {
    async style(work, style, language) {
      const { cite } = await styleIn(style, language);
      const item = cslItem(work);
      return {
        html: cite(item, 'html').replace(NUMBER, '').replaceAll(AROUND, '').trim(),
        text: cite(item, 'text')
          .replace(/^\s*(?:\[\d+\]|\d+\.)\s*/, '')
          .trim(),
      };
    },
  };
}
