import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { DatasetVersionCitationDocument, PreviewVersionCitationDocument } from '../../../generated/operations.ts';
import { CITATION_FORMATS, type CitationFormat } from '../../../vocabulary/datasets.ts';
import { messageAnswer, bareJson, bareText } from '../../answers.ts';
import { booleanParameter, datasetReference, persistentIdQuery } from '../../reference.ts';
import { required } from '../../required.ts';
import { type Route, route } from '../../route.ts';

const citationQuery = persistentIdQuery.extend({ includeDeaccessioned: booleanParameter });

const contentTypes: Readonly<Record<CitationFormat, string>> = {
  EndNote: 'text/xml;charset=UTF-8',
  RIS: 'text/plain;charset=UTF-8',
  BibTeX: 'text/plain;charset=UTF-8',
  CSL: 'application/json',
  Internal: 'text/html;charset=UTF-8',
};

/** @throws DomainError BAD_USER_INPUT when there is no such format. */
function citationFormat(text: string): CitationFormat {
  const format = CITATION_FORMATS.find((name) => name === text);
  if (format !== undefined) return format;
  throw new DomainError('BAD_USER_INPUT', `There is no citation format ${text}.`, {
    problems: [{ pointer: '/path/format', message: `must be one of ${CITATION_FORMATS.join(', ')}` }],
  });
}

function previewRoute(name: 'privateUrl' | 'previewUrl'): Route {
  return route({
    id: `datasets.${name}DatasetVersion.citation`,
    method: 'GET',
    path: `/api/datasets/${name}DatasetVersion/{token}/citation`,
    summary: 'The citation of the draft behind a private URL, as a line of HTML.',
    auth: 'public',
    // The token of the path is the credential.
    credentials: 'ignored',
    refusals: ['PRIVATE_URL_NOT_FOUND'],
    answer: messageAnswer,
    operation: PreviewVersionCitationDocument,
    variables: ({ path }) => ({ token: path.token }),
    reply: ({ previewVersion: { citation } }) => ({ message: citation }),
  });
}

const citationSchema = z
  .looseObject({ type: z.string(), title: z.string().optional() })
  .meta({ id: 'CslCitation', description: 'A citation in CSL JSON. Source: datasets.md 14.6.' });

export const citationRoutes: readonly Route[] = [
  route({
    id: 'datasets.versions.citation',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/citation',
    summary: 'The citation of a version, as a line of HTML.',
    auth: 'public',
    query: citationQuery,
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: messageAnswer,
    operation: DatasetVersionCitationDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      format: 'Internal' as const,
    }),
    reply: ({ dataset }) => ({ message: required(dataset?.version).citation }),
  }),
  route({
    id: 'datasets.versions.citation.format',
    method: 'GET',
    path: '/api/datasets/{id}/versions/{versionId}/citation/{format}',
    summary: 'The citation of a version in one of the formats EndNote, RIS, BibTeX, CSL and Internal.',
    auth: 'public',
    query: citationQuery,
    refusals: ['PERMISSION_DENIED', 'DATASET_NOT_FOUND', 'DATASET_VERSION_NOT_FOUND'],
    answer: [bareText('text/xml', 'text/plain', 'text/html'), bareJson(citationSchema)],
    operation: DatasetVersionCitationDocument,
    variables: ({ path, query }) => ({
      reference: datasetReference(path.id, query),
      version: path.versionId,
      includeDeaccessioned: query.includeDeaccessioned,
      format: citationFormat(path.format),
    }),
    reply: ({ dataset }, { path }) => ({
      bare: required(dataset?.version).citation,
      contentType: contentTypes[citationFormat(path.format)],
    }),
  }),
  previewRoute('privateUrl'),
  previewRoute('previewUrl'),
];
