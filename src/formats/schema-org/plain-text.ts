import { Parser } from 'htmlparser2';
import { singleSpaced } from '../values/single-spaced.ts';

function textIn(html: string): string {
  let text = '';
  const parser = new Parser({ ontext: (words) => (text += words) });
  parser.end(html);
  return text;
}

/**
 * The words of a text that may be HTML, on one line. Elements leave no blank, and those that are written as entities go too.
 * Source: exports.md 2.
 */
export function plainText(html: string): string {
  const text = /[<&]/.test(html) ? textIn(textIn(html)) : html;
  return singleSpaced(text).trim();
}
