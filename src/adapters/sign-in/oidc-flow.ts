/** Sign-in by an OpenID Connect provider: authorization code with PKCE, state and nonce. Source: OpenID Connect Core 1.0, 3.1; RFC 7636. */
import * as oidc from 'openid-client';
import type { IdentityServices, OidcBearer, ProvenIdentity, RoundTrip } from '../../kernel/ports/identity-services.ts';
import { completed, personOfStandardClaims } from '../../model/sign-in/person-claims.ts';
import { type FindIssuer, type KnownIssuer, unavailable } from './oidc-issuers.ts';
import { callbackOf, refusedSignIn } from './refused-sign-in.ts';

type Identity = Omit<ProvenIdentity, 'providerId'>;

async function userInfo({ client }: KnownIssuer, accessToken: string, subject: string): Promise<Readonly<Record<string, unknown>>> {
  return client.serverMetadata().userinfo_endpoint === undefined ? {} : oidc.fetchUserInfo(client, accessToken, subject);
}

/** Makes the flow. */
export function createOidcFlow(findIssuer: FindIssuer): {
  readonly askUserInfo: IdentityServices['askUserInfo'];
  readonly begin: (configuration: OidcBearer, trip: RoundTrip) => Promise<string>;
  readonly end: (configuration: OidcBearer, trip: RoundTrip, parameters: string) => Promise<Identity>;
} {
  const askUserInfo: IdentityServices['askUserInfo'] = async (token, { subject }, { configuration }) => {
    const issuer = await findIssuer(configuration);
    try {
      return personOfStandardClaims(await userInfo(issuer, token, subject));
    } catch (error) {
      // The token may not be one that opens more than this server.
      if (error instanceof oidc.WWWAuthenticateChallengeError || error instanceof oidc.ResponseBodyError) return personOfStandardClaims({});
      throw unavailable(error);
    }
  };

  async function begin(configuration: OidcBearer, { redirectUri, state, nonce, codeVerifier }: RoundTrip): Promise<string> {
    const { client } = await findIssuer(configuration);
    const proof = configuration.pkceEnabled
      ? { code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier), code_challenge_method: configuration.pkceMethod }
      : {};
    return oidc.buildAuthorizationUrl(client, { redirect_uri: redirectUri, scope: configuration.scope, state, nonce, ...proof }).href;
  }

  async function end(configuration: OidcBearer, trip: RoundTrip, parameters: string): Promise<Identity> {
    const issuer = await findIssuer(configuration);
    try {
      const tokens = await oidc.authorizationCodeGrant(issuer.client, callbackOf(trip.redirectUri, parameters), {
        expectedState: trip.state,
        expectedNonce: trip.nonce,
        idTokenExpected: true,
        ...(configuration.pkceEnabled ? { pkceCodeVerifier: trip.codeVerifier } : {}),
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new oidc.ClientError('The provider gave no ID token.');
      const said = personOfStandardClaims(claims);
      const whole = said.email !== undefined && said.lastName !== undefined && said.firstName !== undefined;
      const asked = whole ? {} : await userInfo(issuer, tokens.access_token, claims.sub);
      return { subject: claims.sub, person: completed(said, personOfStandardClaims(asked)), claims };
    } catch (error) {
      throw refusedSignIn(error);
    }
  }

  return { askUserInfo, begin, end };
}
