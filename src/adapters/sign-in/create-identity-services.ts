import type { IdentityServices, ProvenIdentity, RedirectProvider, RoundTrip } from '../../kernel/ports/identity-services.ts';
import { createBearerVerifier } from './bearer-tokens.ts';
import { oauth2Flow } from './oauth2-flow.ts';
import { createOidcFlow } from './oidc-flow.ts';
import { createFindIssuer, type IssuerPauses } from './oidc-issuers.ts';

/** Creates the clients of identity providers. */
export function createIdentityServices(options: {
  readonly onFault: (issuer: string, error: unknown) => void;
  readonly pauses?: IssuerPauses;
}): IdentityServices {
  const findIssuer = createFindIssuer(options.onFault, options.pauses);
  const oidcFlow = createOidcFlow(findIssuer);
  return {
    verifyBearer: createBearerVerifier(findIssuer),
    askUserInfo: oidcFlow.askUserInfo,
    beginRoundTrip: ({ configuration }: RedirectProvider, trip: RoundTrip): Promise<string> =>
      configuration.factory === 'oidc' ? oidcFlow.begin(configuration, trip) : oauth2Flow.begin(configuration, trip),
    endRoundTrip: async ({ id, configuration }: RedirectProvider, trip: RoundTrip, parameters: string): Promise<ProvenIdentity> => {
      const end =
        configuration.factory === 'oidc' ? oidcFlow.end(configuration, trip, parameters) : oauth2Flow.end(configuration, trip, parameters);
      return { providerId: id, ...(await end) };
    },
  };
}
