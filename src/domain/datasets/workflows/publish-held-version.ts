import { z } from 'zod';
import { DomainError } from '../../../errors/domain-error.ts';
import { command } from '../../../kernel/command.ts';
import { requireValidatedDraft } from '../publication/require-validated-dataset.ts';
import { catalogForWriting } from '../../metadata/catalog-for-writing.ts';
import { requirePublishable, versionNumberOf } from '../publication/publication-rules.ts';
import { releaseVersion } from '../publication/release-version.ts';
import { requireVerified, type VerifiedFiles } from '../publication/verify-new-files.ts';
import { refuseOtherLocks } from './admit-held-version.ts';
import { endInvocation } from './end-workflow.ts';
import { lockInvocation } from './invocation-subject.ts';

/**
 * Publishes the draft that a workflow held, in the name of the account that asked for it: all rules are checked again, for the collection, the
 * caller's roles or the fields required may have changed meanwhile. The id of the dataset.
 * @throws DomainError whatever a publication can be refused with. Source: datasets.md 7.3.
 */
export const publishHeldVersion = command({
  name: 'publishHeldVersion',
  input: z.object({ invocationId: z.string(), verified: z.custom<VerifiedFiles>().nullish() }),
  subject: (scope, { invocationId }) => lockInvocation(scope, invocationId),
  requires: 'PublishDataset',
  run: async (scope, { invocation, ...subject }, { verified }): Promise<number> => {
    const { tx, actor } = scope;
    const { dataset } = subject;
    if (invocation.trigger !== 'PrePublishDataset' || invocation.state !== 'RUNNING' || invocation.position < invocation.steps.length) {
      throw new DomainError('WORKFLOW_INVOCATION_NOT_FOUND', 'The workflow with this invocation id holds no publication that could go on.');
    }
    await refuseOtherLocks(scope, subject);
    const { publishType: type } = invocation;
    const publication = await requirePublishable({
      tx,
      catalog: await catalogForWriting(scope),
      superuser: actor.superuser,
      dataset,
      type,
    });
    requireValidatedDraft(scope.context, dataset, publication.draft);
    await requireVerified(tx, dataset.id, verified ?? null);
    await endInvocation(scope, invocation);
    await releaseVersion(scope, publication, await versionNumberOf(publication));
    return dataset.id;
  },
});
