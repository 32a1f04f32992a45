import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/platform/schema/schema.ts',
  out: './src/server/stores/migrations',
});
