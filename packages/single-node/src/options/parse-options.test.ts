import { describe, expect, it } from 'vitest'
import { parseOptions } from './parse-options.ts'

const parse = (...words: string[]) => parseOptions(words, '/home/me', { databaseUrl: null })

describe('parseOptions', () => {
  it('needs no word', () => {
    expect(parse()).toEqual({
      port: 4700,
      host: '127.0.0.1',
      dataDir: '/home/me/.paddock',
      jobsDir: null,
      databaseUrl: null,
      publicUrl: 'http://127.0.0.1:4700',
      runner: 'one',
      browser: 'open',
    })
  })

  it('counts relative paths from the directory and leaves absolute ones', () => {
    expect(parse('--data-dir', 'd', '--jobs-dir', '/jobs')).toMatchObject({ dataDir: '/home/me/d', jobsDir: '/jobs' })
  })

  it.each(['0', '65536', '-1', '80a', '4700.5', '1e3', ''])('refuses the port %j', (port) => {
    expect(() => parse(`--port=${port}`)).toThrow(/no port; take a whole number from 1 to 65535/)
  })

  it('gives a name that browsers can reach when it listens on all addresses', () => {
    expect(parse('--host', '0.0.0.0', '--port', '80')).toMatchObject({ publicUrl: 'http://localhost:80' })
    expect(parse('--host', '::1')).toMatchObject({ publicUrl: 'http://[::1]:4700' })
    expect(parse('--public-url', 'https://lab.example/')).toMatchObject({ publicUrl: 'https://lab.example' })
  })

  it('refuses a database URL without repeating it, since it may hold a password', () => {
    expect(() => parse('--database-url', 'mysql://me:hunter2@db/x')).toThrow(
      /^the database URL is none that PostgreSQL has$/,
    )
  })

  it.each([['--bogus'], ['extra'], ['--port']])('refuses %j', (word) => {
    expect(() => parse(word)).toThrow()
  })
})
