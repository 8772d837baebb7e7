import { viewInstallationState } from '../../domain/installation/view-installation-state.ts';
import type { Resolvers } from '../generated/resolver-types.ts';

export const installationStateResolvers: Resolvers = {
  Query: {
    installationState: async (_root, _args, context) => {
      const { queues, mail, deliveries } = await viewInstallationState(context, null);
      return {
        ...queues,
        pendingMails: mail.pending,
        delayedMails: mail.delayed,
        failedMails: mail.failed,
        oldestPendingMailAt: mail.oldestPendingAt,
        pendingDeliveries: deliveries.pending,
        deadDeliveries: deliveries.dead,
      };
    },
  },
};
