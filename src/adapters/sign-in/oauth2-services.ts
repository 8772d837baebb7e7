/** How the services that OAuth 2 alone is spoken with are asked, and where their answers have what. */
import type { OAuth2Configuration } from '../../model/sign-in/provider-configuration.ts';
import { claimText, type PersonClaims, splitName } from '../../model/sign-in/person-claims.ts';
import type { OAuth2Type } from '../../vocabulary/sign-in.ts';

/** Where a service is asked what, and the places of facts in its answer. */
type Service = Readonly<
  Record<
    | 'authorizationEndpoint'
    | 'tokenEndpoint'
    | 'userEndpoint'
    | 'scope'
    | 'userIdClaim'
    | 'userNameClaim'
    | 'givenNameClaim'
    | 'familyNameClaim'
    | 'nameClaim'
    | 'emailClaim',
    string
  >
>;

const STANDARD = {
  userIdClaim: 'sub',
  userNameClaim: 'preferred_username',
  givenNameClaim: 'given_name',
  familyNameClaim: 'family_name',
  nameClaim: 'name',
  emailClaim: 'email',
} as const;

const services: Readonly<Record<OAuth2Type, Service>> = {
  github: {
    ...STANDARD,
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    userEndpoint: 'https://api.github.com/user',
    scope: 'read:user user:email',
    userIdClaim: 'id',
    userNameClaim: 'login',
  },
  google: {
    ...STANDARD,
    authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenEndpoint: 'https://oauth2.googleapis.com/token',
    userEndpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
    scope: 'openid email profile',
  },
  microsoft: {
    ...STANDARD,
    authorizationEndpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    tokenEndpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    userEndpoint: 'https://graph.microsoft.com/v1.0/me',
    scope: 'User.Read',
    userIdClaim: 'id',
    userNameClaim: 'userPrincipalName',
    givenNameClaim: 'givenName',
    familyNameClaim: 'surname',
    nameClaim: 'displayName',
    emailClaim: 'mail',
  },
  // The iD comes with the token; the address of the person's record is configured.
  orcid: {
    ...STANDARD,
    authorizationEndpoint: 'https://orcid.org/oauth/authorize',
    tokenEndpoint: 'https://orcid.org/oauth/token',
    userEndpoint: 'https://pub.orcid.org/v3.0/{ORCID}/person',
    scope: '/authenticate',
    userIdClaim: 'name.path',
    givenNameClaim: 'name.given-names.value',
    familyNameClaim: 'name.family-name.value',
    nameClaim: 'name.credit-name.value',
    emailClaim: 'emails.email.0.email',
  },
};

/** A service with what the operator says otherwise. The sandbox of ORCID is known by the address of its records. */
export function serviceOf({ type, ...configured }: OAuth2Configuration): Service {
  const sandbox = type === 'orcid' && configured.userEndpoint?.includes('sandbox.orcid.org') === true;
  const home = sandbox
    ? { authorizationEndpoint: 'https://sandbox.orcid.org/oauth/authorize', tokenEndpoint: 'https://sandbox.orcid.org/oauth/token' }
    : {};
  const known = { ...services[type], ...home };
  return {
    authorizationEndpoint: configured.authorizationEndpoint ?? known.authorizationEndpoint,
    tokenEndpoint: configured.tokenEndpoint ?? known.tokenEndpoint,
    userEndpoint: configured.userEndpoint ?? known.userEndpoint,
    scope: configured.scope ?? known.scope,
    userIdClaim: configured.userIdClaim ?? known.userIdClaim,
    userNameClaim: configured.userNameClaim ?? known.userNameClaim,
    givenNameClaim: configured.givenNameClaim ?? known.givenNameClaim,
    familyNameClaim: configured.familyNameClaim ?? known.familyNameClaim,
    nameClaim: configured.nameClaim ?? known.nameClaim,
    emailClaim: configured.emailClaim ?? known.emailClaim,
  };
}

function at(record: unknown, path: string): unknown {
  let value = record;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Reads the id and the facts of a person from the answer of a service; no id where there is none. */
export function readPerson(record: unknown, service: Service): { readonly subject: string | undefined; readonly person: PersonClaims } {
  const text = (path: string): string | undefined => claimText(at(record, path));
  const whole = splitName(text(service.nameClaim));
  return {
    subject: text(service.userIdClaim),
    person: {
      userName: text(service.userNameClaim),
      firstName: text(service.givenNameClaim) ?? whole.firstName,
      lastName: text(service.familyNameClaim) ?? whole.lastName,
      email: text(service.emailClaim),
      // These services do not say, in a form of one kind, whether they have seen that it is the person's.
      emailVerified: false,
      affiliation: undefined,
    },
  };
}
