import type { IdentityServices } from '../../kernel/ports/identity-services.ts';
import { createBearerVerifier } from './bearer-tokens.ts';
import { createFindIssuer, type IssuerPauses } from './oidc-issuers.ts';

/** Makes what asks services outside who somebody is. */
export function createIdentityServices(options: {
  readonly onFault: (issuer: string, error: unknown) => void;
  readonly pauses?: IssuerPauses;
}): IdentityServices {
  const findIssuer = createFindIssuer(options.onFault, options.pauses);
  return { verifyBearer: createBearerVerifier(findIssuer) };
}
