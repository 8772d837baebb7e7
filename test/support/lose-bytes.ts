import type { TestServer } from './server.ts';

/** Removes the bytes of a file from its store; its record stays. */
export async function loseBytes({ application: { connection, services } }: TestServer, fileId: number): Promise<void> {
  const [row] = await connection.sql`
    select df.storage_driver as driver, df.storage_id as "storageId", d.authority, d.identifier
    from data_file df inner join dataset d on d.id = df.dataset_id where df.id = ${fileId}`;
  if (row === undefined) throw new Error('The file has no row.');
  const { driver, storageId, authority, identifier } = row;
  await services.storage.remove({
    driver: String(driver),
    storageId: String(storageId),
    authority: String(authority),
    identifier: String(identifier),
  });
}
