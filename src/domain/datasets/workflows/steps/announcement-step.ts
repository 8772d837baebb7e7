/** The step that tells other repositories of works that a version is related to. Source: users-admin.md 14.2. */
import {
  type AnnouncementTarget,
  NOTIFICATION_TYPE,
  relationshipAnnouncement,
} from '../../../../formats/coar-notify/relationship-announcement.ts';
import { type RelatedWork, relatedWorks } from '../../../../formats/datacite/related-works.ts';
import { persistentUrl } from '../../../../model/persistent-id.ts';
import { messageIdOf, stepUuid } from './message-id.ts';
import { sendOrFail } from './request-outcome.ts';
import { StepFailure, type StepKind, type StepRun } from './step-kind.ts';

/** Works of a version that are announced; each is a request to every inbox. */
const MOST_WORKS = 50;
const DEFAULT_FIELDS: readonly string[] = ['publication'];

/** What an inbox has taken, and why it took no more. */
interface Told {
  readonly sent: number;
  readonly failure?: { readonly message: string; readonly passing: boolean };
}

/** Sends a target one announcement after another, until it takes one no more: so a dead one costs one time limit. */
async function tell(run: StepRun, target: AnnouncementTarget, subject: string, works: readonly RelatedWork[]): Promise<Told> {
  const { installation, stepRequests } = run.services;
  let sent = 0;
  for (const { relationType, address: object } of works) {
    const action = `announce ${target.id} ${target.inbox} ${relationType} ${object}`;
    const body = relationshipAnnouncement({
      id: stepUuid(run, action),
      relationshipId: stepUuid(run, `relation ${relationType} ${object}`),
      installation: { name: installation.name(), siteUrl: installation.siteUrl },
      target,
      subject,
      relationType,
      object,
    });
    const request = {
      messageId: messageIdOf(run, action),
      method: 'POST',
      url: target.inbox,
      contentType: NOTIFICATION_TYPE,
      body,
    } as const;
    try {
      await sendOrFail(stepRequests, request);
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error;
      return { sent, failure: { message: `${target.id}: ${error.message}`, passing: error.passing } };
    }
    sent += 1;
  }
  return { sent };
}

/**
 * Announces the works that a published version names to the inboxes of the installation. An inbox that does not answer is tried again with
 * the step, and then left; what was sent before is sent again under the same ids.
 */
export const announcementStep: StepKind = {
  neverFails: true,
  start: async (run) => {
    const { settings, installation } = run.services;
    const targets = settings.get(':COARNotifyRelationshipAnnouncementTargets') ?? [];
    if (targets.length === 0) return 'Nothing was announced: :COARNotifyRelationshipAnnouncementTargets names no inbox.';
    const version = await run.publishedVersion();
    if (version === undefined) {
      return 'Nothing was announced: the version is not published, and the step belongs into a workflow after publication.';
    }
    const fields = settings.get(':COARNotifyRelationshipAnnouncementTriggerFields') ?? DEFAULT_FIELDS;
    const works = relatedWorks(version.metadata.value, fields).slice(0, MOST_WORKS);
    if (works.length === 0) return 'Nothing was announced: the version names no related work by an address.';
    const subject = persistentUrl(await run.dataset(), installation.siteUrl);
    const told = await Promise.all(targets.map((target) => tell(run, target, subject, works)));
    const sent = told.reduce((sum, one) => sum + one.sent, 0);
    const failures = told.flatMap(({ failure }) => failure ?? []);
    const outcome = `${sent} of ${works.length * targets.length} announcements were taken.`;
    if (failures.length === 0) return outcome;
    const why = failures.map(({ message }) => message).join(' ');
    throw new StepFailure(`${outcome} ${why}`, { passing: failures.some(({ passing }) => passing) });
  },
};
