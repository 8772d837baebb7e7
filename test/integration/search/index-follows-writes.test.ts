// Whatever is written, and however much at once, the index describes it when the transaction is over.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteCollection } from '../../../src/domain/collections/delete-collection.ts';
import { moveCollection } from '../../../src/domain/collections/move-collection.ts';
import { publishCollection } from '../../../src/domain/collections/publish-collection.ts';
import { updateCollection } from '../../../src/domain/collections/update-collection.ts';
import { restrictFile } from '../../../src/domain/files/restrict-file.ts';
import { setVersionNote } from '../../../src/domain/versions/version-note.ts';
import { faultsOfSearchIndex } from '../../support/search-index.ts';
import { type DomainWorld, startDomainWorld } from '../domain/domain-world.ts';

describe('the index of search', () => {
  let world: DomainWorld;
  beforeAll(async () => {
    world = await startDomainWorld();
  });
  afterAll(async () => world.stop());

  const context = () => world.as(world.superuser);
  const found = async (words: string) =>
    (await world.sql<{ name: string }[]>`select name from search_document where words @@ search_phrase(${words}) order by name`).map(
      ({ name }) => name,
    );

  test('follows what becomes of a collection', async () => {
    const id = await world.createCollection('herons', { published: false });
    const other = await world.createCollection('storks', { published: true });
    await updateCollection(context(), { collection: { id }, name: 'Grey herons', affiliation: 'Institute of Waders' });
    expect(await found('wader')).toEqual(['Grey herons']);
    await publishCollection(context(), { collection: { id } });
    await moveCollection(context(), { collection: { id }, target: { id: other }, force: false });
    expect(await faultsOfSearchIndex(world.sql)).toEqual([]);
    await deleteCollection(context(), { collection: { id } });
    expect(await found('wader')).toEqual([]);
    expect(await faultsOfSearchIndex(world.sql)).toEqual([]);
  });

  test('finds words of any script, without accents, and names of files by their parts', async () => {
    const collectionId = await world.createCollection('scripts');
    for (const title of ['Größe der Übersicht', '東京の地震記録', 'قياس الزلازل', 'Œuvres complètes', 'Łódź survey']) {
      await world.createDataset(collectionId, title);
    }
    const dataset = await world.createDataset(collectionId, 'Names of files');
    await world.addFile(dataset, 'wave_2-final.v3.txt');
    expect(await found('grosse ubersicht')).toEqual([]);
    expect(await found('ubersicht')).toEqual(['Größe der Übersicht']);
    expect(await found('地震')).toEqual(['東京の地震記録']);
    expect(await found('الزلازل')).toEqual(['قياس الزلازل']);
    expect(await found('oeuvres completes')).toEqual(['Œuvres complètes']);
    expect(await found('lodz surveys')).toEqual(['Łódź survey']);
    expect(await found('wave 2 final')).toEqual(['wave_2-final.v3.txt']);
  });

  test('follows the variables of a table, and facts of bytes', async () => {
    const dataset = await world.createDataset(await world.createCollection('tables'), 'Tables');
    const file = await world.addFile(dataset, 'measured.txt');
    await world.sql.begin(async (tx) => {
      await tx`insert into data_table (data_file_id, case_quantity, variable_quantity, unf) values (${file}, 1, 1, 'UNF:6:abc==')`;
      await tx`insert into data_variable (data_file_id, file_order, name, label, interval_type, format_type, unf)
        values (${file}, 0, 'bodymass', 'Weight of the flycatcher', 'contin', 'numeric', 'UNF:6:abc==')`;
    });
    expect(await found('flycatchers')).toEqual(['measured.txt']);
    await world.sql`update data_variable set label = 'Weight of the wren' where data_file_id = ${file}`;
    expect(await found('wren')).toEqual(['measured.txt']);
    await world.sql`update data_file set content_type = 'text/csv', tabular_tags = '{Survey}' where id = ${file}`;
    expect(await faultsOfSearchIndex(world.sql)).toEqual([]);
    await world.sql`delete from data_table where data_file_id = ${file}`;
    expect(await found('wren')).toEqual([]);
    expect(await faultsOfSearchIndex(world.sql)).toEqual([]);
  });

  test('writes nothing for the files of a dataset when its metadata are edited or it is published', async () => {
    const dataset = await world.createDataset(await world.createCollection('kept', { published: true }), 'Kept');
    const file = await world.addFile(dataset, 'a.txt');
    await world.addFile(dataset, 'b.txt');
    const rows = () =>
      world.sql`select xmin::text, row_id from search_document where dataset_id = ${dataset} and kind = 'DATAFILE' order by row_id`;
    const before = await rows();
    await world.publish(dataset);
    await setVersionNote(context(), { dataset: { id: dataset }, version: ':draft', note: 'Corrected' });
    expect(await rows()).toEqual(before);
    await restrictFile(context(), { file: { id: file }, restrict: true });
    expect(await faultsOfSearchIndex(world.sql)).toEqual([]);
  });

  test('describes a dataset as both of two transactions left it that changed it at once', async () => {
    const dataset = await world.createDataset(await world.createCollection('raced'), 'Raced');
    const note = (text: string) => setVersionNote(context(), { dataset: { id: dataset }, version: ':draft', note: text });
    await Promise.all([note('one'), world.addFile(dataset, 'c.txt'), note('two'), world.addFile(dataset, 'd.txt')]);
    expect(await faultsOfSearchIndex(world.sql)).toEqual([]);
  });
});
