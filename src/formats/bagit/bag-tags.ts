/** The tag files of a BagIt bag. Source: exports.md 13; RFC 8493. */
import type { ChecksumAlgorithm } from '../../vocabulary/files.ts';
import { compoundsOf, textsOf, childText } from '../../model/metadata/metadata-values.ts';
import { persistentUrl } from '../../model/persistent-id.ts';
import type { ExportSnapshot } from '../exports/export-snapshot.ts';
import { plainText } from '../schema-org/plain-text.ts';

/** Columns after which a line of `bag-info.txt` is broken. */
const LINE_LENGTH = 78;

export const BAG_DECLARATION = 'BagIt-Version: 1.0\r\nTag-File-Character-Encoding: UTF-8\r\n';

/** The name of an algorithm in the names of manifests. */
export function manifestName(algorithm: ChecksumAlgorithm): string {
  return algorithm.toLowerCase().replace('-', '');
}

/** A path as manifests write it: a line has to stay a line. */
function escaped(path: string): string {
  return path.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A line of a manifest, or of `pid-mapping.txt`: what stands for a path, and the path. */
export function pathLine(value: string, path: string): string {
  return `${value} ${escaped(path)}\r\n`;
}

/** A line of `fetch.txt`: where the bytes are that the bag leaves out. */
export function fetchLine(url: string, sizeBytes: number, path: string): string {
  return `${url} ${sizeBytes} ${escaped(path)}\r\n`;
}

/** An element, with lines broken between words; those after the first one are indented. */
function element(label: string, text: string): string {
  const lines: string[] = [];
  let line = `${label}:`;
  for (const word of plainText(text).split(' ')) {
    if (line.length + 1 + word.length > LINE_LENGTH && line !== `${label}:`) {
      lines.push(line);
      line = '';
    }
    line += ` ${word}`;
  }
  return [...lines, line].map((broken) => `${broken}\r\n`).join('');
}

/** What is known of a bag beside its version. */
export interface BagFacts {
  readonly payloadBytes: number;
  readonly payloadFiles: number;
  /** For people. */
  readonly size: string;
  /** Address of the installation's mail; absent where it has none. */
  readonly organizationEmail: string | undefined;
}

/** `bag-info.txt`. Source: exports.md 13. */
export function bagInfo(snapshot: ExportSnapshot, { payloadBytes, payloadFiles, size, organizationEmail }: BagFacts): string {
  const { metadata, site, pid, day, version } = snapshot;
  const contacts = compoundsOf(metadata, 'datasetContact');
  const each = (label: string, texts: readonly (string | undefined)[]) => texts.flatMap((text) => (text ? [element(label, text)] : []));
  return [
    ...each(
      'Contact-Name',
      contacts.map((contact) => childText(contact, 'datasetContactName')),
    ),
    ...each(
      'Contact-Email',
      contacts.map((contact) => childText(contact, 'datasetContactEmail')),
    ),
    ...each('Source-Organization', [site.name]),
    ...each('Organization-Address', [site.url]),
    ...each('Organization-Email', [organizationEmail]),
    ...each('External-Description', textsOf(metadata, 'dsDescription', 'dsDescriptionValue')),
    element('Bagging-Date', day),
    element('External-Identifier', persistentUrl(pid, site.url)),
    element('Bag-Size', size),
    element('Payload-Oxum', `${payloadBytes}.${payloadFiles}`),
    element('Internal-Sender-Identifier', `${site.name}:${version.title}`),
  ].join('');
}
