import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLogin, writeLogin } from './login-file.ts'

let home: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'paddock-cli-'))
})
afterAll(() => rm(home, { recursive: true }))

function paddock(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
      env: { PATH: process.env.PATH, HOME: home },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (text) => (stdout += text))
    child.stderr.on('data', (text) => (stderr += text))
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

test('nobody there: exit 7, the address and what to do', async () => {
  const { code, stdout, stderr } = await paddock('runs', '--json', '--url', 'http://127.0.0.1:9')
  expect(code).toBe(7)
  expect(stdout).toBe('')
  const { error } = JSON.parse(stderr)
  expect(error).toMatchObject({ code: 'UNREACHABLE', message: expect.stringContaining('http://127.0.0.1:9') })
  expect(error.hint).toContain('npm start')
})

test.each([
  [['bogus'], 'unknown command'],
  [['launch', 'edit', '--tasks', 'many'], '--tasks takes a number'],
  [['launch', 'edit', '--arm', 'a'], '--experiment and --arm go together'],
  [['launch', 'edit', '--model', '-rf'], 'model'],
  [['wait', 'r2345678', '--timeout', 'soon'], '--timeout takes a time'],
  [['runs', '--status', 'sleeping'], 'Allowed choices'],
  [['give-up'], "missing required argument 'id'"],
  [['release-workspace'], "missing required argument 'id'"],
  [['limits', 'set'], "required option '--cap <units>'"],
  [['limits', 'set', '--cap', 'many'], '--cap takes units'],
  [['limits', 'set', '--cap', '-1'], '--cap takes units'],
])('misuse of %j: exit 2, and what is wrong', async (args, message) => {
  const { code, stderr } = await paddock(...args, '--json')
  expect(code).toBe(2)
  expect(JSON.parse(stderr).error.message).toContain(message)
})

test('the login file is its owner’s alone, and a broken one is named', async () => {
  const path = join(home, 'nested', 'login.json')
  expect(await readLogin(path)).toBeNull()
  await writeLogin(path, { url: 'http://127.0.0.1:4700', apiKey: 'k' })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readLogin(path)).toEqual({ url: 'http://127.0.0.1:4700', apiKey: 'k' })
  await writeFile(path, '{')
  await chmod(path, 0o600)
  await expect(readLogin(path)).rejects.toThrow(path)
})
