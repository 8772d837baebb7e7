import type { Route } from './route.ts';
import { assigneeRoutes } from './routes/assignees.ts';
import { collectionBlockRoutes } from './routes/collection-blocks.ts';
import { collectionChangeRoutes } from './routes/collection-changes.ts';
import { collectionRoutes } from './routes/collections.ts';
import { datasetRoutes } from './routes/datasets.ts';
import { fileRoutes } from './routes/files.ts';
import { groupRoutes } from './routes/groups.ts';
import { infoRoutes } from './routes/info.ts';
import { metadataBlockRoutes } from './routes/metadata-blocks.ts';
import { roleRoutes } from './routes/roles.ts';
import { settingRoutes } from './routes/settings.ts';
import { unbuiltRoutes } from './routes/unbuilt.ts';
import { userRoutes } from './routes/users.ts';

/** Every documented row: the built ones by area, and those that still answer 501. */
export const routeTable: readonly Route[] = [
  ...collectionRoutes,
  ...collectionChangeRoutes,
  ...collectionBlockRoutes,
  ...groupRoutes,
  ...assigneeRoutes,
  ...datasetRoutes,
  ...fileRoutes,
  ...userRoutes,
  ...roleRoutes,
  ...infoRoutes,
  ...metadataBlockRoutes,
  ...settingRoutes,
  ...unbuiltRoutes,
];
