import { z } from 'zod';
import { DomainError } from '../errors/domain-error.ts';
import { describeEntry, type DepositFacts, leftOutOf } from '../formats/sword/describe-entry.ts';
import { type EntryTerms, readEntry } from '../formats/sword/read-entry.ts';
import { DepositFactsDocument } from '../generated/sword-operations.ts';
import { checkContentType, readBody } from '../rest-compat/body.ts';
import type { SwordCall } from './sword-call.ts';

/** A description has a dozen fields. */
const LONGEST_ENTRY_BYTES = 4 * 1024 * 1024;
const ENTRY_TYPES: readonly string[] = ['application/atom+xml', 'application/xml', 'text/xml'];

/** What an entry asks for. */
export interface Deposit {
  /** The object under `datasetVersion` of native JSON. */
  readonly datasetVersion: Readonly<Record<string, unknown>>;
  /** Terms that are not kept. */
  readonly leftOut: readonly string[];
}

/** Who deposited a dataset, and when: what a change of its description keeps. */
export type Provenance = Pick<DepositFacts, 'depositor' | 'dateOfDeposit'>;

/** @throws DomainError UNSUPPORTED_MEDIA_TYPE, MALFORMED_XML, PAYLOAD_TOO_LARGE */
async function readSentEntry({ request }: SwordCall): Promise<EntryTerms> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!ENTRY_TYPES.includes(type)) {
    const message =
      'Send an Atom entry with the header Content-Type: application/atom+xml. Files are added to the dataset afterwards, as a zip.';
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', message);
  }
  const reader = { kind: 'text', schema: z.string() } as const;
  checkContentType(request, reader);
  const text = await readBody(request, reader, LONGEST_ENTRY_BYTES);
  return readEntry(typeof text === 'string' ? text.replace(/^\uFEFF/, '') : '');
}

/** Reads the entry that was sent. Without `provenance` the caller deposits it today. @throws DomainError as its steps do */
export async function readDeposit(call: SwordCall, provenance?: Partial<Provenance>): Promise<Deposit> {
  const terms = await readSentEntry(call);
  const { viewer, licenses, metadataBlock } = await call.run(DepositFactsDocument, {});
  const { firstName = '', lastName = '', email = '' } = viewer.user ?? {};
  const name = [lastName, firstName].filter((part) => part !== '').join(', ');
  const facts: DepositFacts = {
    subjects: metadataBlock?.fields.find((one) => one.name === 'subject')?.vocabularyValues ?? [],
    contact: { name, email },
    defaultLicense: licenses.find(({ isDefault }) => isDefault)?.name,
    depositor: provenance?.depositor ?? name,
    dateOfDeposit: provenance?.dateOfDeposit ?? new Date().toISOString().slice(0, '2026-01-01'.length),
  };
  return { datasetVersion: describeEntry(terms, facts), leftOut: leftOutOf(terms) };
}
