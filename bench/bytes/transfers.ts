/** Single transfers by programs that every machine has, so that the client costs the same on both sides. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { SUPERUSER_TOKEN } from '../api-client.ts';

/** Runs a program to its end. @throws Error with what it printed when it fails. */
export async function runProgram(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${printed.slice(-1000)}`);
  return printed;
}

/** Downloads an address to nowhere. @throws Error unless the answer is 200 with that many bytes. */
export async function download(url: string, sizeBytes: number): Promise<void> {
  const written = '%{http_code} %{size_download}';
  const printed = await runProgram('curl', ['-s', '-S', '-o', '/dev/null', '-w', written, '-H', `X-Service-key: ${SUPERUSER_TOKEN}`, url]);
  if (printed !== `200 ${sizeBytes}`) throw new Error(`${url} gave ${printed}, wanted 200 ${sizeBytes}.`);
}

/** Uploads a file to a dataset by a form. @throws Error with the answer when it is refused. */
export async function upload(serverUrl: string, dataset: number, path: string): Promise<string> {
  const printed = await runProgram('curl', [
    '-s',
    '-S',
    '-H',
    `X-Service-key: ${SUPERUSER_TOKEN}`,
    '-F',
    `file=@${path};type=application/x-bench`,
    `${serverUrl}/api/datasets/${dataset}/add`,
  ]);
  if (!printed.startsWith('{"status":"OK"')) throw new Error(`The upload was refused: ${printed.slice(0, 500)}`);
  return printed;
}
