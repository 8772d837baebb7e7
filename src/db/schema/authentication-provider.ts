import { boolean, pgTable, text } from 'drizzle-orm/pg-core';

/** Authentication providers: the built-in passwords, or external identity services. Source: users-admin.md 11. */
export const authenticationProvider = pgTable('authentication_provider', {
  /** What accounts name in `authentication_provider_id`; an account outlives its provider. */
  id: text('id').primaryKey(),
  /** One of the factories where it is enabled; any text while it is not. */
  factoryAlias: text('factory_alias'),
  title: text('title'),
  subtitle: text('subtitle'),
  /** `key: value` pairs separated by `|`, secrets among them: sealed as a whole (docs/adr/0057). */
  factoryData: text('factory_data'),
  enabled: boolean('enabled').notNull().default(false),
});
