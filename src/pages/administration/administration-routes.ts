import type { AdministrationAnswerer } from './administration-call.ts';
import { forSuperusers } from './administration-call.ts';
import { administrationOverview } from './overview.ts';

const answers: Readonly<Record<string, AdministrationAnswerer>> = {
  'GET /admin': administrationOverview,
};

/** Pages of administration, and what their forms send to, by method and path. */
export const administrationRoutes: Readonly<Record<string, AdministrationAnswerer>> = Object.fromEntries(
  Object.entries(answers).map(([route, answer]) => [route, forSuperusers(answer)]),
);
