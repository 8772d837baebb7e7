/** What each verb answers. Source: OAI-PMH 2.0, 4. */
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { DomainError } from '../errors/domain-error.ts';
import { element, leaf, leaves, type XmlElement, xmlAround, xmlText } from '../formats/xml/xml-element.ts';
import {
  OaiFormatsDocument,
  type OaiFormatsQuery,
  OaiHeadsDocument,
  OaiPieceDocument,
  OaiRecordDocument,
  OaiRecordsDocument,
  OaiRepositoryDocument,
  OaiSetsDocument,
} from '../generated/oai-operations.ts';
import { datestamp, readDate } from './datestamps.ts';
import { OaiRefusal } from './oai-fault.ts';
import type { OaiArguments, OaiRequest, OaiVerb } from './oai-request.ts';
import { headXml, isWhole, type ReadPiece, recordXml, type TextForm, wholeRecordXml } from './record-xml.ts';
import { badToken, type ListPlace, readToken, writeToken } from './resumption-token.ts';

/** Runs an operation as a guest. @throws DomainError with the code of the first error. */
export type RunAsGuest = <Data, Variables>(operation: TypedDocumentNode<Data, Variables>, variables: Variables) => Promise<Data>;

export type Repository = OaiFormatsQuery['oaiRepository'];

/** What a verb answers, as texts that are made as they are sent. */
export interface VerbAnswer {
  /** When it was read. */
  readonly readAt: Date | string;
  readonly content: readonly string[] | AsyncIterable<string>;
}

interface Call {
  readonly run: RunAsGuest;
  readonly repository: Repository;
  readonly args: OaiArguments;
}

function whole(root: XmlElement): VerbAnswer {
  return { readAt: new Date(), content: [xmlText(root)] };
}

/** How texts of a format are put into records. @throws OaiRefusal cannotDisseminateFormat */
function formOf({ formats }: Repository, prefix: string | undefined): TextForm {
  const found = formats.find((format) => format.prefix === prefix);
  if (found !== undefined) return found;
  throw new OaiRefusal({ code: 'cannotDisseminateFormat', message: `Records are not to be had in the format ${prefix}.` });
}

/** Identifiers leave as URIs. */
function persistentId(identifier: string): string {
  try {
    return decodeURI(identifier);
  } catch {
    return identifier;
  }
}

async function identify({ run }: Call): Promise<VerbAnswer> {
  const { name, baseUrl, adminEmail, earliestChange } = (await run(OaiRepositoryDocument, {})).oaiRepository;
  const facts = {
    repositoryName: name,
    baseURL: baseUrl,
    protocolVersion: '2.0',
    adminEmail,
    earliestDatestamp: datestamp(earliestChange),
  };
  return whole(
    element(
      'Identify',
      {},
      Object.entries(facts).map(([key, value]) => leaf(key, value)),
      leaf('deletedRecord', 'persistent'),
      leaf('granularity', 'YYYY-MM-DDThh:mm:ssZ'),
    ),
  );
}

async function listMetadataFormats({ run, repository, args }: Call): Promise<VerbAnswer> {
  if (args.identifier !== undefined) {
    const { oaiRecord } = await run(OaiRecordDocument, { identifier: persistentId(args.identifier), format: null });
    if (oaiRecord.record.deleted) {
      throw new OaiRefusal({ code: 'noMetadataFormats', message: 'Nothing of this record is published any more.' });
    }
  }
  const formats = repository.formats.map(({ prefix, schemaUrl, namespace }) =>
    element('metadataFormat', {}, leaf('metadataPrefix', prefix), leaf('schema', schemaUrl), leaf('metadataNamespace', namespace)),
  );
  return whole(element('ListMetadataFormats', {}, formats));
}

async function requireSets({ run }: Call) {
  const { nodes: oaiSets } = (await run(OaiSetsDocument, {})).oaiSets;
  if (oaiSets.length === 0) throw new OaiRefusal({ code: 'noSetHierarchy', message: 'This repository has no sets.' });
  return oaiSets;
}

const DUBLIN_CORE = {
  'xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xsi:schemaLocation': 'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
};

/** All sets are in one answer. A set is called by its name. */
async function listSets(call: Call): Promise<VerbAnswer> {
  if (call.args.resumptionToken !== undefined) throw badToken();
  const sets = (await requireSets(call)).map(({ spec, description }) =>
    element(
      'set',
      {},
      leaf('setSpec', spec),
      leaf('setName', spec),
      description === ''
        ? undefined
        : element('setDescription', {}, element('oai_dc:dc', DUBLIN_CORE, leaf('dc:description', description))),
    ),
  );
  return whole(element('ListSets', {}, sets));
}

function pieceReader(run: RunAsGuest, format: string): ReadPiece {
  return async (identifier, position) => (await run(OaiPieceDocument, { identifier, format, position })).oaiRecord.record.export;
}

function within(verb: OaiVerb, content: readonly string[]): readonly string[] {
  const { start, end } = xmlAround(verb, {});
  return [start, ...content, end];
}

async function* around(verb: OaiVerb, content: AsyncIterable<string>): AsyncGenerator<string> {
  const { start, end } = xmlAround(verb, {});
  yield start;
  yield* content;
  yield end;
}

async function getRecord({ run, repository, args }: Call): Promise<VerbAnswer> {
  const form = formOf(repository, args.metadataPrefix);
  const { oaiRecord } = await run(OaiRecordDocument, { identifier: persistentId(args.identifier ?? ''), format: form.prefix });
  return { readAt: oaiRecord.readAt, content: around('GetRecord', recordXml(oaiRecord.record, form, pieceReader(run, form.prefix))) };
}

/** A list goes on, or ends; one of a single part has no token. */
function tokenElement({ args, after, sent }: ListPlace, cursor: string | null, count: number): string {
  if (cursor === null && after === undefined) return '';
  const token = cursor === null ? [] : leaves('resumptionToken', [writeToken(args, cursor, sent + count)], { cursor: String(sent) });
  return xmlText(token[0] ?? element('resumptionToken', { cursor: String(sent) }));
}

function listVariables({ args, after }: ListPlace, format: string, first: number) {
  const from = args.from === undefined ? undefined : readDate(args.from)?.from;
  const before = args.until === undefined ? undefined : readDate(args.until)?.before;
  return { format, set: args.set ?? null, from: from ?? null, before: before ?? null, after: after ?? null, first };
}

/** A part of a list, which has a record at least. @throws OaiRefusal noRecordsMatch | noSetHierarchy | badResumptionToken */
async function listed<Slice extends { readonly nodes: readonly unknown[] }>(
  call: Call,
  { args: { set } }: ListPlace,
  read: () => Promise<Slice>,
): Promise<Slice> {
  try {
    const slice = await read();
    if (slice.nodes.length > 0) return slice;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'CURSOR_INVALID') throw badToken();
    throw error;
  }
  // Where there are records of a set, there are sets.
  if (set !== undefined) await requireSets(call);
  throw new OaiRefusal({ code: 'noRecordsMatch', message: 'No record has changed in this time, or there is none in this set.' });
}

async function list(verb: 'ListIdentifiers' | 'ListRecords', call: Call): Promise<VerbAnswer> {
  const { run, repository, args } = call;
  const { resumptionToken } = args;
  const place = resumptionToken === undefined ? { args, after: undefined, sent: 0 } : readToken(resumptionToken);
  const form = formOf(repository, place.args.metadataPrefix);
  const variables = listVariables(place, form.prefix, repository.pageSize);
  if (verb === 'ListIdentifiers') {
    const { nodes, readAt, cursor } = await listed(call, place, async () => (await run(OaiHeadsDocument, variables)).oaiRecords);
    return { readAt, content: within(verb, [...nodes.map(headXml), tokenElement(place, cursor, nodes.length)]) };
  }
  const { nodes, readAt, cursor } = await listed(call, place, async () => (await run(OaiRecordsDocument, variables)).oaiRecords);
  const token = tokenElement(place, cursor, nodes.length);
  if (nodes.every(isWhole)) return { readAt, content: within(verb, [...nodes.flatMap((node) => wholeRecordXml(node, form)), token]) };
  async function* records(): AsyncGenerator<string> {
    for (const node of nodes) yield* recordXml(node, form, pieceReader(run, form.prefix));
    yield token;
  }
  return { readAt, content: around(verb, records()) };
}

const REFUSALS = {
  EXPORT_FAILED: 'cannotDisseminateFormat',
  DATASET_NOT_FOUND: 'idDoesNotExist',
  BAD_USER_INPUT: 'badArgument',
} as const;

function isRefusal(code: string): code is keyof typeof REFUSALS {
  return Object.hasOwn(REFUSALS, code);
}

/** Answers a request. @throws OaiRefusal | DomainError what the protocol has no code for */
export async function answerVerb({ verb, args }: OaiRequest, run: RunAsGuest): Promise<VerbAnswer> {
  const { oaiRepository: repository } = await run(OaiFormatsDocument, {});
  if (!repository.enabled) throw new DomainError('OAI_SERVER_DISABLED', 'This installation is not harvested.');
  const call = { run, repository, args };
  try {
    if (verb === 'Identify') return await identify(call);
    if (verb === 'ListMetadataFormats') return await listMetadataFormats(call);
    if (verb === 'ListSets') return await listSets(call);
    return verb === 'GetRecord' ? await getRecord(call) : await list(verb, call);
  } catch (error) {
    if (!(error instanceof DomainError) || !isRefusal(error.code)) throw error;
    throw new OaiRefusal({ code: REFUSALS[error.code], message: error.message });
  }
}
