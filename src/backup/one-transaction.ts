import type { Sql } from 'postgres';
import { connectDatabase } from '../db/client.ts';

/**
 * Runs work on a connection of its own, in one transaction: with a pool of one, statements follow one another on it.
 * @param mode What follows `begin`
 */
export async function oneTransaction<Result>(url: string, mode: string, work: (connection: Sql) => Promise<Result>): Promise<Result> {
  const { sql, close } = connectDatabase(url, { poolSize: 1 });
  try {
    await sql.unsafe(`begin ${mode}`);
    const result = await work(sql);
    await sql.unsafe('commit');
    return result;
  } finally {
    // A connection that ends before its commit takes everything back.
    await close();
  }
}
