import { beforeAll, describe, expect, test } from 'vitest';
import { createCitationStyler } from '../../src/adapters/citation-styles/citation-styler.ts';
import type { CitedWork } from '../../src/formats/citation/cited-work.ts';
import type { CitationStyler } from '../../src/kernel/ports/citation-styler.ts';
import { repositoryPath } from '../../src/repository-path.ts';
import { CITATION_STYLES, type CitationStyle } from '../../src/vocabulary/citation-styles.ts';

const WORK: CitedWork = {
  authors: ['Teixeira, Inês M.', 'Okafor, Chidi', 'University of Alto Cávado'],
  year: 2023,
  day: '2023-05-04',
  title: 'Heating & Damp at Home: Household Survey',
  pid: { protocol: 'doi', authority: '10.5072', separator: '/', identifier: 'FK2/ABC' },
  url: 'https://doi.org/10.5072/FK2/ABC',
  landingPage: 'http://localhost/citation?persistentId=doi:10.5072/FK2/ABC',
  publisher: 'Archivolt',
  version: 'V2',
  unf: null,
  datasetType: 'dataset',
  producers: [],
  grantAgencies: [],
  series: [],
  collectionDates: [],
  kindsOfData: [],
  keywords: [],
  languages: [],
  places: [],
};
const STYLES = Object.keys(CITATION_STYLES) as CitationStyle[];
/** Elements that a citation may have. */
const ELEMENTS = /<\/?(?:i|b|sup|sub|span(?: style="[a-z;: -]*")?)>/g;

let styler: CitationStyler;
beforeAll(() => {
  styler = createCitationStyler(repositoryPath('data/citation-styles'));
});

describe('a dataset in a style', () => {
  // As the whole styles of August 2026 write it; those here are reduced to datasets and software.
  test.each<[CitationStyle, string]>([
    [
      'APA',
      'Teixeira, I. M., Okafor, C., & University of Alto Cávado. (2023). Heating & Damp at Home: Household Survey (Version 2) [Dataset]. Archivolt. https://doi.org/10.5072/FK2/ABC',
    ],
    [
      'CHICAGO',
      'Teixeira, Inês M., Chidi Okafor, and University of Alto Cávado. 2023. “Heating & Damp at Home: Household Survey.” Version 2. Archivolt, May 4. https://doi.org/10.5072/FK2/ABC.',
    ],
    [
      'HARVARD',
      'Teixeira, I.M., Okafor, C., and University of Alto Cávado (2023) ‘Heating & Damp at Home: Household Survey’. Archivolt. Available at: https://doi.org/10.5072/FK2/ABC.',
    ],
    [
      'IEEE',
      'I. M. Teixeira, C. Okafor, and University of Alto Cávado, “Heating & Damp at Home: Household Survey.” Archivolt, May 04, 2023. doi: 10.5072/FK2/ABC.',
    ],
    [
      'MLA',
      'Teixeira, Inês M., et al. “Heating & Damp at Home: Household Survey.” Version 2, Archivolt, 4 May 2023, https://doi.org/10.5072/FK2/ABC.',
    ],
    [
      'VANCOUVER',
      'Teixeira IM, Okafor C, University of Alto Cávado. Heating & Damp at Home: Household Survey [Internet]. Archivolt; 2023. Available from: https://doi.org/10.5072/FK2/ABC doi:10.5072/FK2/ABC',
    ],
  ])('%s', async (style, text) => {
    expect((await styler.style(WORK, style, 'EN')).text).toBe(text);
  });

  test('has the words of the language that is asked for', async () => {
    expect((await styler.style(WORK, 'APA', 'DE')).text).toContain('[Datensatz]');
    expect((await styler.style(WORK, 'HARVARD', 'DE')).text).toContain('und University of Alto Cávado');
    expect((await styler.style(WORK, 'APA', 'EN')).text).toContain('[Dataset]');
  });

  test('software is told as such', async () => {
    expect((await styler.style({ ...WORK, datasetType: 'software' }, 'APA', 'EN')).text).toContain('[Computer software]');
  });

  test('without authors, a day or a DOI it is whole all the same', async () => {
    const bare: CitedWork = {
      ...WORK,
      authors: [],
      day: '2019',
      pid: { ...WORK.pid, protocol: 'hdl' },
      url: 'https://hdl.handle.net/10.5072/FK2/ABC',
    };
    for (const style of STYLES) {
      const { text } = await styler.style(bare, style, 'EN');
      expect(text).toContain('Heating & Damp at Home');
      expect(text).toContain('2023');
      expect(text).not.toContain('undefined');
    }
  });

  test('one citation leaves nothing in the next', async () => {
    const first = await styler.style(WORK, 'APA', 'EN');
    await styler.style({ ...WORK, title: 'Another', authors: ['Doe, Jane'] }, 'APA', 'EN');
    expect(await styler.style(WORK, 'APA', 'EN')).toEqual(first);
  });

  test.each([
    '<script>alert(1)</script> & "quotes" \'ticks\'',
    '<i onmouseover="alert(1)">x</i><img src=x onerror=alert(1)>',
    '</div></span><a href="javascript:alert(1)">x</a>',
    '&lt;script&gt; &#60;script>',
    '<span class="nocase" style="x:expression(alert(1))">x</span>',
  ])('markup of a title gets no further: %s', async (title) => {
    for (const style of STYLES) {
      const { html } = await styler.style({ ...WORK, title, publisher: title, authors: [title, `${title}, ${title}`] }, style, 'EN');
      expect(html.replaceAll(ELEMENTS, '')).not.toMatch(/[<>]/);
    }
  });

  test('of thousands of authors and long texts a bounded part is looked at', async () => {
    const many: CitedWork = {
      ...WORK,
      title: '"<i>('.repeat(50_000),
      authors: Array.from({ length: 10_000 }, (_, place) => `Family${place}, Given`),
    };
    for (const style of STYLES) {
      const { html, text } = await styler.style(many, style, 'EN');
      expect(text).toContain('Family0');
      expect(html.length + text.length).toBeLessThan(40_000);
    }
  });
});
