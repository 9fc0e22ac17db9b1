#!/usr/bin/env node
import packageJson from '../../package.json' with { type: 'json' }
import { readEnvironment } from './env.ts'
import { runCli } from './program.ts'

// A reader that has seen enough (`paddock logs … | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await runCli(process.argv.slice(2), readEnvironment(), packageJson.version)
