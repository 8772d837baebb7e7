import { spawn } from 'node:child_process';
import { delimiter, dirname, resolve } from 'node:path';

/** How a program ended, with all it wrote in the order it came. */
export interface ProgramResult {
  readonly succeeded: boolean;
  readonly output: string;
}

/** Runs a program of node_modules/.bin, or `node`, without input, to its end. */
export function runProgram(name: string, parameters: readonly string[]): Promise<ProgramResult> {
  const path = [resolve('node_modules/.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const child = spawn(name === 'node' ? process.execPath : name, parameters, {
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && name !== 'node',
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((done) => {
    child.on('error', (error) => done({ succeeded: false, output: error.message }));
    child.on('close', (code) => done({ succeeded: code === 0, output: Buffer.concat(chunks).toString('utf8').trim() }));
  });
}
