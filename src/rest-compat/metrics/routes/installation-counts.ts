/** How much an installation holds. Source: users-admin.md 15.3. */
import {
  InstallationCategoriesDocument,
  InstallationCollectionSubjectsDocument,
  InstallationCountDocument,
  InstallationDatasetSubjectsDocument,
  InstallationFileTypeMonthsDocument,
  InstallationFileTypesDocument,
  InstallationMonthlyDocument,
  InstallationTreeDocument,
} from '../../../generated/operations.ts';
import { enveloped } from '../../answers.ts';
import { type Route, route } from '../../route.ts';
import {
  categorySchema,
  countSchema,
  fileTypeMonthSchema,
  fileTypeSchema,
  monthSchema,
  subjectSchema,
  tableAnswer,
  tableReply,
} from '../records/metric-table.ts';
import { treeOf, treeSchema } from '../records/metric-tree.ts';
import { common, daysOf, placeOf, queryOf, subtree, subtreeOfDatasets, withinOf } from './metric-query.ts';

/** What is counted, with the name of its file. */
const COUNTED = [
  { path: 'collections', of: 'COLLECTIONS', file: 'collections', what: 'published collections' },
  { path: 'datasets', of: 'DATASETS', file: 'datasets', what: 'published datasets' },
  { path: 'files', of: 'FILES', file: 'datafiles', what: 'published files' },
  { path: 'downloads', of: 'DOWNLOADS', file: 'downloads', what: 'downloads of files' },
  { path: 'accounts', of: 'ACCOUNTS', file: 'accounts', what: 'accounts' },
] as const;

/** The refusals of metrics of a collection. */
const ofCollection = ['COLLECTION_NOT_FOUND', 'PERMISSION_DENIED'] as const;

function countRoutes({ path: name, of, file, what }: (typeof COUNTED)[number]): readonly Route[] {
  const refusals = of === 'ACCOUNTS' ? [] : ofCollection;
  const query = queryOf(of);
  return [
    route({
      ...common,
      id: `metrics.${name}`,
      path: `/api/info/metrics/${name}`,
      summary: `Number of ${what}.`,
      query,
      refusals,
      answer: enveloped(countSchema),
      operation: InstallationCountDocument,
      variables: (input) => ({ of, ...placeOf(input.query) }),
      reply: ({ installationMetrics: { count } }) => ({ data: { count } }),
    }),
    route({
      ...common,
      id: `metrics.${name}.toMonth`,
      path: `/api/info/metrics/${name}/toMonth/{yyyymm}`,
      summary: `Number of ${what} at the end of a month.`,
      query,
      refusals,
      answer: enveloped(countSchema),
      operation: InstallationCountDocument,
      variables: (input) => ({ of, ...placeOf(input.query), toMonth: input.path.yyyymm }),
      reply: ({ installationMetrics: { count } }) => ({ data: { count } }),
    }),
    route({
      ...common,
      id: `metrics.${name}.pastDays`,
      path: `/api/info/metrics/${name}/pastDays/{days}`,
      summary: `Number of ${what} of the last days.`,
      query,
      refusals: [...refusals, 'NOT_FOUND'],
      answer: enveloped(countSchema),
      operation: InstallationCountDocument,
      variables: (input) => ({ of, ...placeOf(input.query), pastDays: daysOf(input.path.days) }),
      reply: ({ installationMetrics: { count } }) => ({ data: { count } }),
    }),
    route({
      ...common,
      id: `metrics.${name}.monthly`,
      path: `/api/info/metrics/${name}/monthly`,
      summary: `Number of ${what} at the end of each month in which it grew: CSV, or JSON for \`Accept: application/json\`.`,
      query,
      refusals,
      ...tableAnswer(monthSchema),
      operation: InstallationMonthlyDocument,
      variables: (input) => ({ of, ...placeOf(input.query) }),
      reply: ({ installationMetrics: { monthly } }, { form }) =>
        tableReply([...monthly], { form, columns: ['date', 'count'], name: `${file}.timeseries` }),
    }),
  ];
}

const datasetSubjects = {
  ...common,
  query: subtreeOfDatasets,
  refusals: ofCollection,
  ...tableAnswer(subjectSchema),
  operation: InstallationDatasetSubjectsDocument,
} as const;

const subjectsReply = (groups: readonly { readonly name: string; readonly count: number }[], form: string | undefined, file: string) =>
  tableReply(
    groups.map(({ name, count }) => ({ subject: name, count })),
    { form, columns: ['subject', 'count'], name: file },
  );

export const installationCountRoutes: readonly Route[] = [
  ...COUNTED.flatMap(countRoutes),
  route({
    ...common,
    id: 'metrics.collections.byCategory',
    path: '/api/info/metrics/collections/byCategory',
    summary: 'Published collections by type: CSV, or JSON for `Accept: application/json`.',
    query: subtree,
    refusals: ofCollection,
    ...tableAnswer(categorySchema),
    operation: InstallationCategoriesDocument,
    variables: ({ query }) => withinOf(query),
    reply: ({ installationMetrics: { collectionsByCategory } }, { form }) =>
      tableReply(
        collectionsByCategory.map(({ name, count }) => ({ category: name, count })),
        { form, columns: ['category', 'count'], name: 'collections.byCategory' },
      ),
  }),
  route({
    ...common,
    id: 'metrics.collections.bySubject',
    path: '/api/info/metrics/collections/bySubject',
    summary: 'Published collections by the subjects of their datasets: CSV, or JSON for `Accept: application/json`.',
    query: subtree,
    refusals: ofCollection,
    ...tableAnswer(subjectSchema),
    operation: InstallationCollectionSubjectsDocument,
    variables: ({ query }) => withinOf(query),
    reply: ({ installationMetrics: { collectionsBySubject } }, { form }) =>
      subjectsReply(collectionsBySubject, form, 'collections.bySubject'),
  }),
  route({
    ...datasetSubjects,
    id: 'metrics.datasets.bySubject',
    path: '/api/info/metrics/datasets/bySubject',
    summary: 'Published datasets by subject: CSV, or JSON for `Accept: application/json`.',
    variables: ({ query }) => placeOf(query),
    reply: ({ installationMetrics: { datasetsBySubject } }, { form }) => subjectsReply(datasetsBySubject, form, 'datasets.bySubject'),
  }),
  route({
    ...datasetSubjects,
    id: 'metrics.datasets.bySubject.toMonth',
    path: '/api/info/metrics/datasets/bySubject/toMonth/{yyyymm}',
    summary: 'Datasets that were published until the end of a month, by subject: CSV, or JSON for `Accept: application/json`.',
    variables: ({ query, path }) => ({ ...placeOf(query), toMonth: path.yyyymm }),
    reply: ({ installationMetrics: { datasetsBySubject } }, { form }) => subjectsReply(datasetsBySubject, form, 'datasets.bySubject'),
  }),
  route({
    ...common,
    id: 'metrics.files.byType',
    path: '/api/info/metrics/files/byType',
    summary: 'Published files by media type: CSV, or JSON for `Accept: application/json`.',
    query: subtree,
    refusals: ofCollection,
    ...tableAnswer(fileTypeSchema),
    operation: InstallationFileTypesDocument,
    variables: ({ query }) => withinOf(query),
    reply: ({ installationMetrics: { filesByType } }, { form }) =>
      tableReply(
        filesByType.map(({ contentType, count, sizeBytes }) => ({ contenttype: contentType, count, size: sizeBytes })),
        { form, columns: ['contenttype', 'count', 'size'], name: 'datafiles.byType' },
      ),
  }),
  route({
    ...common,
    id: 'metrics.files.byType.monthly',
    path: '/api/info/metrics/files/byType/monthly',
    summary: 'Published files of each media type at the end of each month in which it grew: CSV, or JSON for `Accept: application/json`.',
    query: subtree,
    refusals: ofCollection,
    ...tableAnswer(fileTypeMonthSchema),
    operation: InstallationFileTypeMonthsDocument,
    variables: ({ query }) => withinOf(query),
    reply: ({ installationMetrics: { filesByTypeMonthly } }, { form }) =>
      tableReply(
        filesByTypeMonthly.map(({ date, contentType, count, sizeBytes }) => ({ date, contenttype: contentType, count, size: sizeBytes })),
        { form, columns: ['date', 'contenttype', 'count', 'size'], name: 'datafiles.byType.timeseries' },
      ),
  }),
  route({
    ...common,
    id: 'metrics.tree',
    path: '/api/info/metrics/tree',
    summary: 'The published collections as a tree.',
    query: subtree,
    refusals: ofCollection,
    answer: enveloped(treeSchema),
    operation: InstallationTreeDocument,
    variables: ({ query }) => withinOf(query),
    reply: ({ installationMetrics: { tree } }) => ({ data: treeOf(tree) }),
  }),
  route({
    ...common,
    id: 'metrics.tree.toMonth',
    path: '/api/info/metrics/tree/toMonth/{yyyymm}',
    summary: 'The collections that were published until the end of a month, as a tree.',
    query: subtree,
    refusals: ofCollection,
    answer: enveloped(treeSchema),
    operation: InstallationTreeDocument,
    variables: ({ query, path }) => ({ ...withinOf(query), toMonth: path.yyyymm }),
    reply: ({ installationMetrics: { tree } }) => ({ data: treeOf(tree) }),
  }),
];
