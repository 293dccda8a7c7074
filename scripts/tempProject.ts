import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(__dirname, '..')
const configuration = [
  'package.json',
  'tsconfig.json',
  'eslint.config.mjs',
  '.oxlintrc.json',
  '.dependency-cruiser.cjs',
]

/** A temporary project under this project's own rules, to show that a violation in it is caught. */
export interface TempProject {
  directory: string
  /** Runs a tool of node_modules/.bin in the tree and returns its output, with any exit status. */
  run: (tool: string, ...args: string[]) => Promise<string>
  remove: () => Promise<void>
}

/** Creates a tree of the given files, by their paths. */
export async function createTempProject(files: Record<string, string>): Promise<TempProject> {
  const directory = await mkdtemp(path.join(tmpdir(), 'citygate-planted-'))
  for (const name of configuration) await cp(path.join(root, name), path.join(directory, name))
  await symlink(path.join(root, 'node_modules'), path.join(directory, 'node_modules'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(directory, name)), { recursive: true })
    await writeFile(path.join(directory, name), text)
  }
  return {
    directory,
    run: (tool, ...args) =>
      new Promise((resolve) => {
        const options = { cwd: directory, maxBuffer: 2 ** 26 }
        execFile(path.join(root, 'node_modules/.bin', tool), args, options, (_error, output, complaint) => {
          resolve(output || complaint)
        })
      }),
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}
