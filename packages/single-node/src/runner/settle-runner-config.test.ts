import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runnerEnvironment } from '../child-environment.ts'
import { settleRunnerConfig } from './settle-runner-config.ts'

let file: string

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'paddock-settle-')), 'runner.yaml')
})
afterEach(() => rmSync(join(file, '..'), { recursive: true, force: true }))

const text = () => readFileSync(file, 'utf8')

it('writes a file of the operator at the first start, with the credentials that are there, by name only', () => {
  const name = settleRunnerConfig(file, null, { OPENAI_API_KEY: 'sk-secret', OTHER: 'x' })
  expect(text()).toContain(`name: ${name}\n`)
  expect(text()).toContain('secrets:\n  OPENAI_API_KEY: { env: OPENAI_API_KEY }\n')
  expect(text()).not.toMatch(/sk-secret|OTHER/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('leaves the file alone later', () => {
  writeFileSync(file, '# mine\nname: "lab-7"\n')
  expect(settleRunnerConfig(file, null, { OPENAI_API_KEY: 'x' })).toBe('lab-7')
  expect(text()).toBe('# mine\nname: "lab-7"\n')
})

it('puts a job directory given by flag into it, and nothing else', () => {
  writeFileSync(file, '# mine\nname: lab\njobsDir: old # note\ncapacity: 2\n')
  settleRunnerConfig(file, '/jobs/$& "x"', {})
  expect(text()).toBe('# mine\nname: lab\njobsDir: "/jobs/$& \\"x\\""\ncapacity: 2\n')
})

it('gives the runner the variables that its configuration names, and none of Paddock itself', () => {
  const variables = {
    PATH: '/bin',
    OPENAI_API_KEY: 'a',
    AWS_SECRET: 'b',
    PADDOCK_OWNER_PASSWORD: 'c',
    DOCKER_HOST: 'd',
  }
  const configuration = 'secrets:\n  KEY: { env: OPENAI_API_KEY }\n  P: { env: PADDOCK_OWNER_PASSWORD }\n'
  expect(runnerEnvironment(variables, configuration)).toEqual({ PATH: '/bin', OPENAI_API_KEY: 'a', DOCKER_HOST: 'd' })
})
