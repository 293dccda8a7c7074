import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(__dirname, '..')
const script = 'scripts/newResource.mjs'
/** What the types, tests and rules of the product consist of. */
const parts = [
  ...['scripts', 'server', 'src', 'e2e', 'bench', '__mocks__', 'public'],
  ...[
    'package.json',
    'tsconfig.json',
    'jest.config.ts',
    'webpack.config.js',
    'eslint.config.mjs',
    '.oxfmtrc.json',
  ],
]

let copy: string
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'citygate-resource-'))
  for (const part of parts) await cp(path.join(root, part), path.join(copy, part), { recursive: true })
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
})
afterAll(() => rm(copy, { recursive: true, force: true }))

/** Runs a program in the copy, whose jest is no worker of this one. */
function run(program: string, ...args: string[]): { status: number | null; output: string; errors: string } {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, env, encoding: 'utf8' })
  return { status, output: stdout, errors: stderr }
}
const tool = (name: string) => path.join(root, 'node_modules/.bin', name)

test('a written resource is formatted, has its types and passes lint, its own tests and those of all resources', () => {
  const { output, errors } = run('node', script, 'supplyContracts')
  expect(errors).toBe('')
  const written = (output.split('\n\n')[0] ?? '').split('\n')
  expect(written).toContain('server/resources/supplyContracts.ts')
  expect(run(tool('oxfmt'), '--check', ...written)).toMatchObject({ status: 0, errors: '' })
  const code = written.filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'))
  expect(run('node', path.join(root, 'node_modules/typescript7/bin/tsc'), '--noEmit').output).toBe('')
  expect(run(tool('eslint'), '--max-warnings', '0', ...code).output).toBe('')
  const tests = [
    'src/features/supplyContracts/ListPage.test.tsx',
    'server/resources/supplyContracts.test.ts',
    'server/db/database.test.ts',
    'server/db/migrations/checksums.test.ts',
    'server/demo/rows.test.ts',
  ]
  const projects = ['--maxWorkers=1', '--selectProjects', 'browser', 'server']
  const tested = run(tool('jest'), ...projects, '--runTestsByPath', ...tests)
  expect(tested.status === 0 ? '' : tested.errors).toBe('')
  // Compiler, linter and three kinds of tests one after the other.
}, 360_000)

test.each([
  [[], 2, 'Usage: npm run new:resource'],
  [['tags'], 1, 'There is a "tags" already.'],
  [['Supplier contracts'], 1, '"Supplier contracts" is no name in camel case.'],
  [['suppliers', 'supplier'], 1, '"supplier" is no title such as "Supply contract".'],
])('%j is refused', (args, status, why) => {
  const refused = run('node', script, ...args)
  expect([refused.status, refused.errors]).toEqual([status, expect.stringContaining(why)])
})
