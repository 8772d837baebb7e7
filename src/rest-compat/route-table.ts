import type { Route } from './route.ts';
import { infoRoutes } from './routes/info.ts';
import { unbuiltRoutes } from './routes/unbuilt.ts';

const builtRoutes: readonly Route[] = [...infoRoutes];

const builtIds = new Set(builtRoutes.map((built) => built.id));

/** Every documented row: the built ones, and those that still answer 501. */
export const routeTable: readonly Route[] = [...builtRoutes, ...unbuiltRoutes.filter((unbuilt) => !builtIds.has(unbuilt.id))];
