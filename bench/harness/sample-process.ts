// node sample-process.ts MODULE OPTIONS: runs `sample(options)` of the module and prints what it returns as JSON.
import { writeSync } from 'node:fs'

const [modulePath, options] = process.argv.slice(2) as [string, string]
// Libraries that greet on stdout must not come between: it carries one document.
console.log = console.error
const { sample } = (await import(modulePath)) as { sample: (options: object) => Promise<object> }
const result = await sample(JSON.parse(options) as object)
writeSync(1, JSON.stringify(result))
// Some libraries leave timers behind.
process.exit(0)
