/** The step that hands a version to the archive that the settings of the installation name. Source: users-admin.md 14.2. */
import { DomainError } from '../../../../errors/domain-error.ts';
import { PASSING_CODES } from '../passing-codes.ts';
import { StepFailure, type StepKind } from './step-kind.ts';

/** @throws StepFailure for what the archive refused; Error whatever else went wrong, so that the job tries again */
function asFailure(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  const why = error.cause instanceof Error ? ` ${error.cause.message}` : '';
  throw new StepFailure(`The version could not be archived. ${error.message}${why}`, { passing: PASSING_CODES.has(error.code) });
}

/** Submits the version to the archive. What an archive has taken stays there: nothing is rolled back. */
export const archiverStep: StepKind = {
  start: async ({ invocation, services }) => {
    const name = services.settings.get(':ArchiverClassName');
    if (name === undefined || name === '') throw new StepFailure('There is no archive: the setting :ArchiverClassName is not set.');
    const archive = services.archives.find(name);
    if (archive === undefined) throw new StepFailure(`This release knows no archive ${name}, which :ArchiverClassName names.`);
    const { datasetId, versionNumber, versionMinorNumber } = invocation;
    const place = await archive.submit({ datasetId, versionNumber, versionMinorNumber }).catch(asFailure);
    if (place === undefined) {
      throw new StepFailure('Only a published version is archived: the step belongs into a workflow after publication.');
    }
    return `The version is archived as ${place}.`;
  },
};
