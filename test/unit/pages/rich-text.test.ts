import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { plainText, richText } from '../../../src/pages/rich-text.ts';

function shown(text: string): string {
  return renderToString(h('x', null, richText(text))).replace(/^<x><div class="prose" dir="auto">|<\/div><\/x>$/g, '');
}

describe('text in a page', () => {
  test.each([
    ['plain words', '<p>plain words</p>'],
    ['two\n\nparagraphs', '<p>two</p><p>paragraphs</p>'],
    ['a < b and c > d & e', '<p>a &lt; b and c > d &amp; e</p>'],
    ['if x<y then', '<p>if x&lt;y then</p>'],
    ['from <author@example.org>', '<p>from &lt;author@example.org></p>'],
    ['<p>one <b>bold</b></p>', '<p>one <b>bold</b></p>'],
    ['<a href="https://example.org/a">link</a>', '<a href="https://example.org/a" rel="nofollow ugc">link</a>'],
    ['<h1>Heading</h1>', '<p>Heading</p>'],
    ['<span>kept</span><br>', 'kept<br/>'],
    ['<b>open', '<b>open</b>'],
    ['<b>x</b>&lt;i&gt;', '<b>x</b>&lt;i>'],
  ])('%j becomes %j', (text, html) => {
    expect(shown(text)).toBe(html);
  });

  test.each([
    '<script>alert(1)</script><b>x</b>',
    '<b onclick="alert(1)">x</b>',
    '<b style="position:fixed">x</b>',
    '<a href="javascript:alert(1)"><b>x</b></a>',
    '<a href=" java&#10;script:alert(1)"><b>x</b></a>',
    '<a href="data:text/html,x"><b>x</b></a>',
    '<img src=x onerror=alert(1)><b>x</b>',
    '<iframe srcdoc="<p>y</p>"></iframe><b>x</b>',
    '<svg onload=alert(1)><style>*{}</style></svg><b>x</b>',
    '<form action="/"><button><b>x</b></button></form>',
    '<div><!-- <script> --><b>x</b></div>',
  ])('nothing but words and plain emphasis is left of %j', (text) => {
    expect(shown(text).replace(/^<p>|<\/p>$/g, '')).toBe('<b>x</b>');
  });

  test('is bounded in depth, however deep what was entered is', () => {
    const deep = `${'<b>'.repeat(20_000)}x`;
    expect(shown(deep).match(/<b>/g)).toHaveLength(20);
    expect(shown(`${'<span>'.repeat(20_000)}<b>x</b>`)).toContain('x');
  });

  test('without its markup is words with blanks between', () => {
    expect(plainText('<p>one</p><p>two <b>bold</b></p><script>x</script>')).toBe('one two bold');
    expect(plainText('a < b')).toBe('a < b');
  });
});
