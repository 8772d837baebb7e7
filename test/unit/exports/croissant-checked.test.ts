// Croissant as the library of its community reads it, where there is one: tools/install-mlcroissant.sh brings it.
import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { croissantExporter } from '../../../src/formats/croissant/croissant-exporter.ts';
import { compound, field } from '../metadata/standard-catalog.ts';
import { everyField, fileOf, metadataOf, snapshotOf, tableOf, textOf, variableOf } from './snapshots.ts';

const PYTHON = process.env['MLCROISSANT_PYTHON'] ?? fileURLToPath(new URL('../../../.cache/mlcroissant/bin/python', import.meta.url));

function reasonOfAbsence(): string | undefined {
  try {
    accessSync(PYTHON, constants.X_OK);
    return undefined;
  } catch {
    return 'no mlcroissant here: tools/install-mlcroissant.sh installs it where there is Python';
  }
}

const absence = reasonOfAbsence();
const HOSTILE = `<script>alert("1")</script> & ]]> 'x' \u202e\u{1F426}`;
const READER = `
import pathlib, sys
import mlcroissant
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    dataset = mlcroissant.Dataset(jsonld=str(path))
    for problem in [*dataset.metadata.ctx.issues.errors, *dataset.metadata.ctx.issues.warnings]:
        print(path.name, problem)
    print(path.name, 'was read')
`;

const metadata = metadataOf({
  citation: { fields: [field('title', 'Pets'), field('author', [compound({ authorName: 'Finch, Fiona' })])] },
});
const plain = { label: null, format: null, decimalPoints: null, isOrderedCategorical: false, intervalType: 'discrete' } as const;
const variables = [
  variableOf(1, 'weight'),
  variableOf(2, 'legs', plain),
  variableOf(3, HOSTILE, { formatType: 'CHARACTER', statistics: null }),
];
const snapshots = {
  least: snapshotOf({ metadata: metadataOf({ citation: { fields: [field('title', 'T')] } }) }),
  'every field': snapshotOf({ metadata: everyField(HOSTILE), files: [fileOf(8, 'read me.txt')] }),
  tables: snapshotOf({ metadata, files: [fileOf(8, 'read me.txt'), tableOf(7, 'pets.tab'), tableOf(9, 'more.tab')], variables }),
};

test.skipIf(absence !== undefined)('Croissant is read by the library of its community without an error or a warning', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archivolt-croissant-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, snapshot] of Object.entries(snapshots)) {
    await writeFile(join(folder, `${name}.json`), await textOf(croissantExporter, snapshot));
  }
  const { stdout } = await promisify(execFile)(PYTHON, ['-c', READER, folder]);
  expect(stdout.trim().split('\n')).toEqual((await readdir(folder)).toSorted().map((name) => `${name} was read`));
});
