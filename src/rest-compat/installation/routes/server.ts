import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import {
  ApplicationTermsOfUseDocument,
  ServerInfoDocument,
  ServerLimitsDocument,
  ServerTextsDocument,
} from '../../../generated/operations.ts';
import { messageAnswer, enveloped } from '../../answers.ts';
import { recordSchema } from '../../records/schema.ts';
import { type Route, route } from '../../route.ts';

/** All of these are public, and ignore tokens. Source: users-admin.md 3.7, 16. */
const common = { method: 'GET', auth: 'public', credentials: 'ignored' } as const;

function settingOf(name: string, value: string | number | null): { data: { message: string } } {
  if (value === null) throw new DomainError('SETTING_NOT_FOUND', `Setting ${name} not found.`);
  return { data: { message: String(value) } };
}

const softwareVersionSchema = recordSchema('SoftwareVersion', 'Version of the software. Source: users-admin.md 16.', {
  version: z.string(),
  build: z.string(),
});

export const infoRoutes: readonly Route[] = [
  route({
    ...common,
    id: 'info.version',
    path: '/api/info/version',
    summary: 'Version and build number of the software.',
    cors: true,
    answer: enveloped(softwareVersionSchema),
    operation: ServerInfoDocument,
    variables: () => ({}),
    reply: ({ serverInfo }) => ({ data: { version: serverInfo.version, build: serverInfo.build } }),
  }),
  route({
    ...common,
    id: 'info.server',
    path: '/api/info/server',
    summary: 'Host name of the server.',
    answer: messageAnswer,
    operation: ServerInfoDocument,
    variables: () => ({}),
    reply: ({ serverInfo }) => ({ data: { message: serverInfo.server } }),
  }),
  route({
    ...common,
    id: 'info.popup',
    path: '/api/info/settings/:DatasetPublishPopupCustomText',
    summary: 'Text that the operator shows before a dataset is published.',
    refusals: ['SETTING_NOT_FOUND'],
    answer: messageAnswer,
    operation: ServerTextsDocument,
    variables: () => ({}),
    reply: ({ serverInfo }) => settingOf(':DatasetPublishPopupCustomText', serverInfo.datasetPublishPopupCustomText),
  }),
  route({
    ...common,
    id: 'info.disclaimer',
    path: '/api/info/settings/:PublishDatasetDisclaimerText',
    summary: 'Text that who publishes a dataset is to accept.',
    refusals: ['SETTING_NOT_FOUND'],
    answer: messageAnswer,
    operation: ServerTextsDocument,
    variables: () => ({}),
    reply: ({ serverInfo }) => settingOf(':PublishDatasetDisclaimerText', serverInfo.publishDatasetDisclaimerText),
  }),
  route({
    ...common,
    id: 'info.apiTermsOfUse',
    path: '/api/info/apiTermsOfUse',
    summary: 'Terms of use of the API.',
    cors: true,
    answer: messageAnswer,
    operation: ServerTextsDocument,
    variables: () => ({}),
    reply: ({ serverInfo }) => ({ data: { message: serverInfo.apiTermsOfUse } }),
  }),
  route({
    ...common,
    id: 'info.applicationTermsOfUse',
    path: '/api/info/applicationTermsOfUse',
    summary: 'Terms of use of the installation, in a language if they are set for it.',
    query: z.object({ lang: z.string().optional() }),
    answer: messageAnswer,
    operation: ApplicationTermsOfUseDocument,
    variables: ({ query }) => ({ language: query.lang === '' ? undefined : query.lang }),
    reply: ({ serverInfo }) => ({ data: { message: serverInfo.applicationTermsOfUse } }),
  }),
  route({
    ...common,
    id: 'info.maxEmbargo',
    path: '/api/info/settings/:MaxEmbargoDurationInMonths',
    summary: 'Longest embargo in months.',
    refusals: ['SETTING_NOT_FOUND'],
    answer: messageAnswer,
    operation: ServerLimitsDocument,
    variables: () => ({}),
    reply: ({ serverInfo }) => settingOf(':MaxEmbargoDurationInMonths', serverInfo.maxEmbargoDurationInMonths),
  }),
  route({
    ...common,
    id: 'info.incompleteMetadata',
    path: '/api/info/settings/incompleteMetadataViaApi',
    summary: 'Whether a dataset may be created without its required fields.',
    answer: enveloped(z.boolean()),
    operation: ServerLimitsDocument,
    variables: () => ({}),
    reply: ({ serverInfo }) => ({ data: serverInfo.acceptsIncompleteMetadata }),
  }),
  route({
    ...common,
    id: 'info.zipDownloadLimit',
    path: '/api/info/zipDownloadLimit',
    summary: 'Largest total size of the files in one archive for download, in bytes.',
    answer: enveloped(z.int()),
    operation: ServerLimitsDocument,
    variables: () => ({}),
    reply: ({ serverInfo }) => ({ data: serverInfo.zipDownloadLimitBytes }),
  }),
];
