import { defineConfig } from 'drizzle-kit';

/** `drizzle-kit generate` writes the SQL of a change in src/db/schema into src/db/migrations. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/db/schema/*.ts',
  out: './src/db/migrations',
});
