/** What the demo loads: collections, and datasets with small files that are made here. */
import { heatMapPng } from './heat-map-png.ts';

export interface DemoCollection {
  readonly alias: string;
  readonly name: string;
  readonly description: string;
  readonly parent: string;
  readonly metadataBlockNames?: readonly string[];
}

export interface DemoFile {
  readonly name: string;
  readonly contentType: string;
  readonly description: string;
  readonly directoryLabel?: string;
  readonly content: string | Buffer;
}

export interface DemoDataset {
  /** File in data/examples. */
  readonly example: string;
  readonly collection: string;
  readonly files: readonly DemoFile[];
  /** Files that a second version, 2.0, adds. */
  readonly laterFiles?: readonly DemoFile[];
}

/** Alias of the collection that holds the whole demo. */
export const DEMO_ALIAS = 'demo';

/** Parents before children. */
export const demoCollections: readonly DemoCollection[] = [
  { alias: DEMO_ALIAS, name: 'Demo', description: 'Example data to look at and to try things on.', parent: ':root' },
  {
    alias: 'demo-society',
    name: 'Society',
    description: 'Surveys and counts.',
    parent: DEMO_ALIAS,
    metadataBlockNames: ['citation', 'geospatial', 'socialscience'],
  },
  {
    alias: 'demo-climate',
    name: 'Climate',
    description: 'Grids and station series.',
    parent: DEMO_ALIAS,
    metadataBlockNames: ['citation', 'geospatial'],
  },
];

/** Visitors by hour for the days of a month: few in the morning, most in the afternoon, none on Sundays. */
function visitorCounts(month: string, days: number): string {
  const lines = ['hour,visitors'];
  for (let day = 1; day <= days; day += 1) {
    const date = `${month}-${String(day).padStart(2, '0')}`;
    const closed = new Date(date).getUTCDay() === 0;
    for (let hour = 9; hour < 19; hour += 1) {
      const visitors = closed ? 0 : 12 + ((day * 7 + hour * 5) % 23) + 4 * (5 - Math.abs(hour - 15));
      lines.push(`${date}T${String(hour).padStart(2, '0')}:00,${visitors}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Precipitation over a made-up valley, from 0 to 1: dry on its floor, wet on the slopes. */
function precipitationGrid(width: number, height: number): number[][] {
  return Array.from({ length: height }, (_row, y) =>
    Array.from({ length: width }, (_column, x) => Math.abs(Math.sin((x / width) * Math.PI - (y / height) * 1.5))),
  );
}

const csv = 'text/csv';
const text = 'text/plain';

export const demoDatasets: readonly DemoDataset[] = [
  {
    example: 'minimal.json',
    collection: 'demo-society',
    files: [
      {
        name: 'visitors-2024-03.csv',
        contentType: csv,
        description: 'Visitors by hour, March 2024',
        directoryLabel: 'counts',
        content: visitorCounts('2024-03', 31),
      },
    ],
    laterFiles: [
      {
        name: 'corrections.txt',
        contentType: text,
        description: 'What was found out since version 1.0',
        content: 'On 12 March 2024 the door stood open from 14:00 to 15:00; the sensor counted about half of the visitors.\n',
      },
    ],
  },
  {
    example: 'social-science-survey.json',
    collection: 'demo-society',
    files: [
      {
        name: 'LÊ-ME.txt',
        contentType: text,
        description: 'How the answers are coded',
        directoryLabel: 'documentation',
        content: 'agegroup: five-year age group\nheated: 1 yes, 2 no\ndamp: 1 (none) to 5 (severe)\n',
      },
      {
        name: 'answers.csv',
        contentType: csv,
        description: 'Three made-up answers, to show the form',
        directoryLabel: 'data',
        content: 'household,agegroup,heated,damp\n1,30-34,1,2\n2,65-69,2,4\n3,45-49,1,1\n',
      },
    ],
  },
  {
    example: 'climate-grid.json',
    collection: 'demo-climate',
    files: [
      {
        name: 'precipitation-mean.png',
        contentType: 'image/png',
        description: 'Mean precipitation as a picture (made up)',
        directoryLabel: 'pictures',
        content: heatMapPng(precipitationGrid(240, 120)),
      },
      {
        name: 'stations.csv',
        contentType: csv,
        description: 'The first of the stations',
        content: 'station,altitude_m,first_year\nUPR01,472,1991\nUPR02,1410,1991\nUPR03,2045,1996\n',
      },
    ],
  },
];
