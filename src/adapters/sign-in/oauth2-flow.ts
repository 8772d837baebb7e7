/** Sign-in by a service that speaks OAuth 2 alone: a code, a token for it, and the token's owner as the service tells. Source: RFC 6749, 4.1; RFC 7636. */
import * as oidc from 'openid-client';
import type { ProvenIdentity, RoundTrip } from '../../kernel/ports/identity-services.ts';
import { claimText } from '../../model/sign-in/person-claims.ts';
import type { OAuth2Configuration } from '../../model/sign-in/provider-configuration.ts';
import { boundedFetch, PROVIDER_TIMEOUT_MS } from './bounded-fetch.ts';
import { readPerson, serviceOf } from './oauth2-services.ts';
import { callbackOf, refusedSignIn } from './refused-sign-in.ts';

function clientOf(configuration: OAuth2Configuration): oidc.Configuration {
  const { authorizationEndpoint, tokenEndpoint } = serviceOf(configuration);
  const { clientId, clientSecret } = configuration;
  const client = new oidc.Configuration(
    { issuer: new URL(authorizationEndpoint).origin, authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint },
    clientId,
    undefined,
    oidc.ClientSecretPost(clientSecret),
  );
  client.timeout = PROVIDER_TIMEOUT_MS / 1000;
  client[oidc.customFetch] = boundedFetch;
  // A service without TLS is on this machine: the configuration lets no other through.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out
  if (tokenEndpoint.startsWith('http:')) oidc.allowInsecureRequests(client);
  return client;
}

async function askForUser(address: string, accessToken: string): Promise<unknown> {
  const headers = { Authorization: `Bearer ${accessToken}`, Accept: 'application/json', 'User-Agent': 'Archivolt' };
  const response = await boundedFetch(address, { headers });
  if (response.status !== 200) throw new oidc.ClientError(`The service answers ${response.status} when asked for the user.`);
  const record: unknown = await response.json();
  return record;
}

export const oauth2Flow = {
  async begin(configuration: OAuth2Configuration, { redirectUri, state, codeVerifier }: RoundTrip): Promise<string> {
    return oidc.buildAuthorizationUrl(clientOf(configuration), {
      redirect_uri: redirectUri,
      scope: serviceOf(configuration).scope,
      state,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    }).href;
  },

  async end(configuration: OAuth2Configuration, trip: RoundTrip, parameters: string): Promise<Omit<ProvenIdentity, 'providerId'>> {
    const service = serviceOf(configuration);
    try {
      const tokens = await oidc.authorizationCodeGrant(clientOf(configuration), callbackOf(trip.redirectUri, parameters), {
        expectedState: trip.state,
        pkceCodeVerifier: trip.codeVerifier,
      });
      const orcid = configuration.type === 'orcid' ? claimText(tokens['orcid']) : undefined;
      const address = service.userEndpoint.replaceAll('{ORCID}', encodeURIComponent(orcid ?? ''));
      const { subject: told, person } = readPerson(await askForUser(address, tokens.access_token), service);
      const subject = orcid ?? told;
      if (subject === undefined) throw new oidc.ClientError('The service does not say who the user is.');
      return { subject, person, claims: {} };
    } catch (error) {
      throw refusedSignIn(error);
    }
  },
};
