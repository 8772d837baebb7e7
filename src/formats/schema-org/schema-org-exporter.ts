/** JSON-LD of schema.org, as search engines for data read it. Source: exports.md 8. */
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import type { Exporter } from '../exports/exporter.ts';
import { describeFile, describeRecord } from './describe-record.ts';

async function* write(snapshot: ExportSnapshot): AsyncGenerator<string> {
  yield JSON.stringify(describeRecord(snapshot)).slice(0, -1);
  let before = ',"distribution":[';
  for await (const file of snapshot.files('folder')) {
    yield `${before}${JSON.stringify(describeFile(file, snapshot.site.url))}`;
    before = ',';
  }
  yield before === ',' ? ']}' : '}';
}

export const schemaOrgExporter: Exporter = {
  name: 'schema.org',
  displayName: 'Schema.org JSON-LD',
  mediaType: 'application/ld+json',
  isHarvestable: false,
  isVisibleInUserInterface: true,
  write,
};
