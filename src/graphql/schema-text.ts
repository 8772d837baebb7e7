import { readdir, readFile } from 'node:fs/promises';
import { repositoryPath } from '../repository-path.ts';

/** The whole SDL: every file of schema/ in the order of their names. */
export async function readSchemaText(): Promise<string> {
  const folder = repositoryPath('schema');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.graphql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  return texts.join('\n');
}
