import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/**
 * The files of the repository as they stand, and its installed packages by links. Packages of the workspace lead into
 * the copy: a test of one must see what a patch does to another.
 */
export function copyTree(root: string, copy: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = listed
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    if (lstatSync(join(root, file)).isFile()) copyFileSync(join(root, file), join(copy, file))
  }
  for (const file of files) {
    const modules = join(dirname(file), 'node_modules')
    if (file.endsWith('package.json') && existsSync(join(root, modules))) linkModules(root, copy, modules)
  }
}

function linkModules(root: string, copy: string, directory: string): void {
  mkdirSync(join(copy, directory), { recursive: true })
  for (const name of readdirSync(join(root, directory))) {
    const path = join(directory, name)
    if (name.startsWith('@')) linkModules(root, copy, path)
    else if (!name.startsWith('.')) symlinkSync(targetOf(root, copy, realpathSync(join(root, path))), join(copy, path))
  }
}

function targetOf(root: string, copy: string, real: string): string {
  const isOfWorkspace = real.startsWith(root + sep) && !real.includes(`${sep}node_modules${sep}`)
  return isOfWorkspace ? join(copy, real.slice(root.length)) : real
}
