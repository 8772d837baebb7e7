import { writeFile } from 'node:fs/promises';
import { findRecordedFile } from '../../src/db/queries/integrity/fixity-checks.ts';
import { locationOf } from '../../src/domain/files/file-place.ts';
import type { TestServer } from './server.ts';

/** The example of the contract. Source: files.md 19.5. */
export const PETS = {
  csv: 'name,pounds,species\nMarshall,40,dog\nTiger,17,cat\nPanther,21,cat\n',
  header: 'name\tpounds\tspecies\n',
  tab: '"Marshall"\t40\t"dog"\n"Tiger"\t17\t"cat"\n"Panther"\t21\t"cat"\n',
  unf: 'UNF:6:pZmxR+HCyezWT94Tp3MPxA==',
  statistics: { mean: '26.0', medn: '21.0', mode: '.', vald: '3.0', invd: '0.0', min: '17.0', max: '40.0', stdev: '12.288205727444508' },
  variables: [
    { name: 'name', unf: 'UNF:6:tuxukW1kJmzVCPiI7MR6vg==' },
    { name: 'pounds', unf: 'UNF:6:E4VJ3RWU5iW8zy7VC9+g5A==' },
    { name: 'species', unf: 'UNF:6:8orejrpTyzm42bgLBZKtsw==' },
  ],
} as const;

/** Makes a stored `pets.csv` what its ingest makes of it: the text beside it, its table and its variables. */
export async function makeIngestedPets(server: TestServer, fileId: number): Promise<void> {
  const { application } = server;
  const { sql } = application.connection;
  const recorded = await findRecordedFile(application.db, fileId);
  if (recorded === undefined) throw new Error(`There is no file ${fileId}.`);
  const tag = `tab-${fileId}`;
  const path = application.services.storage.localPath(locationOf(recorded, recorded, tag));
  if (path === undefined) throw new Error('The file is not in a local store.');
  await writeFile(path, PETS.tab);
  await sql`insert into saved_original (data_file_id, file_name, content_type, size_bytes) values (${fileId}, 'pets.csv', 'text/csv', ${PETS.csv.length})`;
  await sql`update data_file set content_type = 'text/tab-separated-values', size_bytes = ${PETS.tab.length}, crc32 = null, bytes_tag = ${tag} where id = ${fileId}`;
  await sql`update file_metadata set label = 'pets.tab' where data_file_id = ${fileId}`;
  await sql`insert into data_table (data_file_id, case_quantity, variable_quantity, unf) values (${fileId}, 3, 3, ${PETS.unf})`;
  for (const [order, { name, unf }] of PETS.variables.entries()) {
    const isNumber = name === 'pounds';
    await sql`insert into data_variable (data_file_id, file_order, name, label, interval_type, format_type, unf, statistics)
      values (${fileId}, ${order}, ${name}, ${name}, 'discrete', ${isNumber ? 'NUMERIC' : 'CHARACTER'}, ${unf}, ${isNumber ? JSON.stringify(PETS.statistics) : null}::text::jsonb)`;
  }
}
