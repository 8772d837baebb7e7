import sanitizeHtml from 'sanitize-html';

const BLOCK_TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'br', 'hr', 'blockquote', 'pre', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'];
const TEXT_TAGS = [
  'a',
  'abbr',
  'b',
  'cite',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
];
const TABLE_TAGS = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];

/** What a text on a page may hold: no scripts, no styles, no frames, nothing that loads by itself. */
const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...BLOCK_TAGS, ...TEXT_TAGS, ...TABLE_TAGS],
  allowedAttributes: {
    '*': ['class', 'title', 'lang', 'dir'],
    a: ['href', 'target', 'rel'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  // A page that is opened must not get hold of the one that opened it.
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
};

/** HTML without what could do something: its text stays, but that of scripts and styles. Undefined where no text is left. */
export function cleanedHtml(html: string): string | undefined {
  let saysSomething = false;
  const cleaned = sanitizeHtml(html, {
    ...OPTIONS,
    textFilter: (text) => {
      saysSomething ||= text.trim() !== '';
      return text;
    },
  });
  return saysSomething ? cleaned : undefined;
}
