/** Numbers of the installation, as a guest asks for them: what is not kept has to be computed. */
import type { Dimension } from '../dimension.ts';

function graphql(name: string, largest: number, query: (size: number) => string): Dimension {
  return {
    name: `metrics: ${name}`,
    sizes: [4, largest],
    requests: (size) => ({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ installationMetrics { ${query(size)} } }` }),
    }),
  };
}

const repeated = (size: number, field: (index: number) => string): string =>
  Array.from({ length: size }, (_, index) => `a${index}: ${field(index)}`).join(' ');

export const metricDimensions: readonly Dimension[] = [
  graphql('different days', 400, (size) => repeated(size, (index) => `count(of: FILES, pastDays: ${index + 1})`)),
  graphql('different months of downloads', 400, (size) =>
    repeated(size, (index) => `downloadTotals(by: FILE, toMonth: "${2025 - (index % 1000)}-01") { count }`),
  ),
  graphql('different countries', 400, (size) =>
    repeated(size, (index) => `usage(metric: VIEWS_TOTAL, country: "${['de', 'fr', 'us', 'cn'][index % 4] ?? 'de'}")`),
  ),
  graphql('trees', 400, (size) => repeated(size, () => 'tree { alias }')),
  {
    name: 'metrics: an Accept of many types',
    sizes: [64, 14_000],
    requests: (size) => ({
      method: 'GET',
      path: '/api/info/metrics/files/byType',
      headers: { accept: `${'image/png;q=0.1, '.repeat(Math.max(1, Math.floor(size / 17)))}text/csv` },
    }),
  },
  {
    name: 'metrics: the name of a metric',
    sizes: [64, 14_000],
    requests: (size) => ({ method: 'GET', path: `/api/info/metrics/makeDataCount/${'MDC-'.repeat(size / 4)}` }),
  },
];
