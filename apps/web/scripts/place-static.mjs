// The standalone server serves static files only from beside itself; `next build` does not put them there.
import { cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = dirname(dirname(fileURLToPath(import.meta.url)))
const standalone = join(web, '.next/standalone/apps/web')

cpSync(join(web, '.next/static'), join(standalone, '.next/static'), { recursive: true })
cpSync(join(web, 'public'), join(standalone, 'public'), { recursive: true })
