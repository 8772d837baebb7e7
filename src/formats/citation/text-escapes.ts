const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text escaped for HTML, in content and in attributes in double quotes. Apostrophes stay: clients compare citations as texts. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Control characters but tab and line ends, and two that are no characters. */
const NOT_IN_XML = new RegExp(
  `[${[
    [0, 8],
    [11, 12],
    [14, 31],
    [0xfffe, 0xffff],
  ]
    .map((range) => String.fromCharCode(...range).replace(/^(.)(.)$/s, '$1-$2'))
    .join('')}]`,
  'g',
);

/** A text escaped for XML 1.0, without the characters that XML cannot contain. */
export function xmlText(text: string): string {
  return htmlText(text.toWellFormed().replace(NOT_IN_XML, ''));
}

/** A text on one line, for formats in which a line break begins another value. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
