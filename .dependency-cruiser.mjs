// For `npx depcruise src`, by Node 24; `npm run check` takes the same rules straight from tools/import-rules.ts.
import { cruiseOptions, importRules } from './tools/import-rules.ts';

export default { forbidden: importRules, options: cruiseOptions };
