/** Steps that hand a version to others, as the settings of the installation say. Source: users-admin.md 14.2. */
import { persistentIdText } from '../../../../model/persistent-id.ts';
import { StepFailure, type StepKind } from './step-kind.ts';

/** Submits the version to the archive. What an archive has taken stays there: nothing is rolled back. */
export const archiverStep: StepKind = {
  start: async ({ invocation, dataset, services, settings }) => {
    const name = services.settings.get(':ArchiverClassName');
    if (name === undefined || name === '') throw new StepFailure('There is no archive: the setting :ArchiverClassName is not set.');
    const archive = services.archives.find(name);
    if (archive === undefined) throw new StepFailure(`This release knows no archive ${name}, which :ArchiverClassName names.`);
    const { datasetId, versionNumber, versionMinorNumber } = invocation;
    const persistentId = persistentIdText(await dataset());
    return archive.submit({ datasetId, persistentId, versionNumber, versionMinorNumber }, await settings());
  },
};

/** Does not announce related works yet, whatever `:COARNotifyRelationshipAnnouncementTargets` names: the step never fails. */
export const announcementStep: StepKind = {
  start: () => Promise.resolve('Nothing was announced: this release does not send announcements of related works.'),
};
