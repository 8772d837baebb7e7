import type { DatasetRow } from '../../../db/queries/datasets/datasets.ts';
import { findDataset } from '../../../db/queries/datasets/datasets.ts';
import { findSettingsByName } from '../../../db/queries/installation/settings.ts';
import type { InvocationRow } from '../../../db/queries/datasets/workflow-invocations.ts';
import type { WorkflowStep } from '../../../db/queries/datasets/workflows.ts';
import { findVersion, type VersionRow } from '../../../db/queries/versions/versions.ts';
import { plainCitation } from '../../../formats/citation/plain-citation.ts';
import type { CommandContext } from '../../../kernel/command.ts';
import { persistentIdText } from '../../../model/persistent-id.ts';
import { bool } from '../../../model/settings/setting-values.ts';
import { datasetNotFound } from '../../subjects/dataset-subject.ts';
import { citedWork } from '../../versions/citation/cited-work.ts';
import { requireNewestVersion } from '../../versions/ensure-draft.ts';
import type { StepRun, StepSettings } from './steps/step-kind.ts';
import { fillVariables, type StepVariable } from './steps/step-variables.ts';

export type WorkflowContext = Omit<CommandContext, 'actor' | 'visitor'>;

/** ISO 639-2; nothing here is written in another language. */
const LANGUAGE = 'eng';

async function datasetOf({ db }: WorkflowContext, { datasetId: id }: InvocationRow): Promise<DatasetRow> {
  const found = await findDataset(db, { id }, []);
  if (found === undefined) throw datasetNotFound({ id });
  return found;
}

async function publishedVersionOf({ db }: WorkflowContext, invocation: InvocationRow): Promise<VersionRow | undefined> {
  const { datasetId, versionNumber, versionMinorNumber } = invocation;
  if (versionNumber === null || versionMinorNumber === null) return undefined;
  const version = await findVersion(db, datasetId, { versionNumber, versionMinorNumber });
  return version?.state === 'RELEASED' ? version : undefined;
}

/** What steps can say of a dataset and the version that is published. Source: users-admin.md 14.2. */
async function valuesOf(context: WorkflowContext, invocation: InvocationRow): Promise<Readonly<Record<StepVariable, string>>> {
  const { installation, blocks } = context.services;
  const dataset = await datasetOf(context, invocation);
  const version = await requireNewestVersion({ tx: context.db }, dataset.id);
  const work = citedWork(dataset, version, { name: installation.name(), siteUrl: installation.siteUrl, catalog: blocks.current() });
  return {
    invocationId: invocation.id,
    'dataset.id': String(dataset.id),
    'dataset.identifier': dataset.identifier,
    'dataset.globalId': persistentIdText(dataset),
    'dataset.displayName': version.title,
    'dataset.citation': plainCitation(work),
    minorVersion: String(invocation.versionMinorNumber ?? ''),
    majorVersion: String(invocation.versionNumber ?? ''),
    releaseStatus: invocation.trigger === 'PrePublishDataset' ? 'in-progress' : 'done',
    language: LANGUAGE,
  };
}

function typed(value: string | undefined, type: string): string | number | boolean | null {
  if (value === undefined) return null;
  if (type === 'boolean') return bool.safeParse(value).data ?? false;
  if (type === 'long') return /^\s*[+-]?\d{1,15}\s*$/.test(value) ? Number(value) : null;
  return value;
}

/** The settings that a step requires, as they are stored now, each as the type that it asks for. Source: users-admin.md 14.1. */
async function settingsOf({ db }: WorkflowContext, { requiredSettings }: WorkflowStep): Promise<StepSettings> {
  const stored = await findSettingsByName(db, Object.keys(requiredSettings));
  return Object.fromEntries(Object.entries(requiredSettings).map(([name, type]) => [name, typed(stored.get(name), type)]));
}

/** What a step is given to run with, or to be rolled back. */
export function stepRun(context: WorkflowContext, invocation: InvocationRow, position: number, step: WorkflowStep): StepRun {
  let values: ReturnType<typeof valuesOf> | undefined;
  return {
    invocation,
    step,
    position,
    services: context.services,
    dataset: () => datasetOf(context, invocation),
    publishedVersion: () => publishedVersionOf(context, invocation),
    filled: async (text) => fillVariables(text, await (values ??= valuesOf(context, invocation))),
    settings: () => settingsOf(context, step),
  };
}
