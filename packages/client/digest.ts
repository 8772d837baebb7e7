/** Checksums of bytes that come piece by piece: by Node's own functions where they are, else in JavaScript, since browsers digest whole buffers alone. */

/** A checksum under way. */
export interface Digest {
  update(bytes: Uint8Array): void;
  /** In lower-case hexadecimal; nothing can be added afterwards. */
  hex(): string;
}

interface NodeCrypto {
  createHash(name: string): { update(bytes: Uint8Array): unknown; digest(encoding: 'hex'): string };
}

/** Algorithms as records name them, and as Node does. */
const ALGORITHMS = { MD5: 'md5', 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-512': 'sha512' } as const;
type Algorithm = keyof typeof ALGORITHMS;

function isAlgorithm(name: string): name is Algorithm {
  return Object.hasOwn(ALGORITHMS, name);
}

/** Without an import, which bundlers for browsers would follow. */
function nodeCrypto(): NodeCrypto | undefined {
  const { process } = globalThis as { readonly process?: { readonly getBuiltinModule?: (name: string) => NodeCrypto | undefined } };
  return process?.getBuiltinModule?.('node:crypto');
}

async function inJavaScript(algorithm: Algorithm): Promise<Digest> {
  const [{ sha256, sha512 }, { md5, sha1 }] = await Promise.all([import('@noble/hashes/sha2.js'), import('@noble/hashes/legacy.js')]);
  const hash = { MD5: md5, 'SHA-1': sha1, 'SHA-256': sha256, 'SHA-512': sha512 }[algorithm].create();
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

/** Begins a checksum. @param recorded Algorithm as records have it (`SHA-256`, `SHA_256`) @returns undefined for an algorithm that is not known */
export async function beginDigest(recorded: string): Promise<Digest | undefined> {
  const algorithm = recorded.replace('_', '-');
  if (!isAlgorithm(algorithm)) return undefined;
  const hash = nodeCrypto()?.createHash(ALGORITHMS[algorithm]);
  if (hash === undefined) return inJavaScript(algorithm);
  return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
}
