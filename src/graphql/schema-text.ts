import { readdir, readFile } from 'node:fs/promises';
import { repositoryPath } from '../repository-path.ts';

/** The whole SDL: every file of schema/ and its folders in the order of their paths. */
export async function readSchemaText(): Promise<string> {
  const folder = repositoryPath('schema');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.graphql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  return texts.join('\n');
}
