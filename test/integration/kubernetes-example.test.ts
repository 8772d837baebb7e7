import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { environmentSchema } from '../../src/environment.ts';

const EXAMPLE = 'deploy/kubernetes.yaml';
/** Built by tools/build-kubernetes-check.sh, of the types of Kubernetes. */
const CHECK = '.cache/check-kubernetes/check-kubernetes';

function check(path: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(CHECK, [path], { encoding: 'utf8' });
}

describe('the example for Kubernetes', () => {
  it.skipIf(!existsSync(CHECK))('has fields that a cluster knows (skipped where tools/build-kubernetes-check.sh was not run)', () => {
    expect(check(EXAMPLE)).toMatchObject({ status: 0, stdout: 'Secret\nDeployment\nPodDisruptionBudget\nService\nIngress\n' });
  });

  it.skipIf(!existsSync(CHECK))('would be refused for a field that no cluster knows (skipped as above)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kubernetes-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'wrong.yaml');
    await writeFile(path, (await readFile(EXAMPLE, 'utf8')).replace('readOnlyRootFilesystem', 'readOnlyRoot'));
    expect(check(path)).toMatchObject({ status: 1, stderr: expect.stringContaining('readOnlyRoot') });
  });

  it('sets variables that the server knows, and asks the addresses that it has', async () => {
    const text = await readFile(EXAMPLE, 'utf8');
    const [secret, deployment] = parseAllDocuments(text).map((document): unknown => document.toJS());
    expect(secret).toMatchObject({ kind: 'Secret' });
    const names = [...text.matchAll(/^ {2}([A-Z_]+):/gm), ...text.matchAll(/\{ name: ([A-Z_]+), value/g)].map(([, name = '']) => name);
    expect(names).toContain('DATABASE_URL');
    // The package for S3 reads its credentials itself.
    expect(names.filter((name) => !(name in environmentSchema.shape))).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
    expect(JSON.stringify(deployment)).toContain('"path":"/readyz"');
  });
});
