import { defineConfig } from 'drizzle-kit'

/** `drizzle-kit generate --name what-it-adds` writes the next migration; rights and storage settings are written by hand into `--custom` ones. */
export default defineConfig({ dialect: 'postgresql', schema: './src/schema/index.ts', out: './drizzle' })
