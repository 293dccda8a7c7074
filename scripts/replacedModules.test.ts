import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import webpack from 'webpack'
import resolve from './jestResolver.cjs'
import { replacedModules } from './replacedModules.cjs'

const root = path.join(__dirname, '..')
const ours = replacedModules()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(root, 'dist-replaced-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The files in a bundle, resolved as by webpack.config.js. */
async function bundled(entry: string): Promise<string[]> {
  const compiler = webpack({
    mode: 'none',
    entry,
    output: { path: path.join(folder, 'out') },
    resolve: { extensions: ['.js', '.ts'], alias: ours },
  })
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  return (stats?.toJson({ all: false, modules: true, nestedModules: true }).modules ?? []).flatMap(
    ({ nameForCondition }) => (nameForCondition ? [nameForCondition] : []),
  )
}

it('replaces a module of a package, and no file of ours that is called the same', async () => {
  await mkdir(path.join(folder, 'ui'))
  await writeFile(path.join(folder, 'ui/getScrollBarSize.js'), 'export const ours = 1')
  await writeFile(
    path.join(folder, 'ui/index.js'),
    "import { ours } from './getScrollBarSize'\nimport size from '@rc-component/util/es/getScrollBarSize'\nexport { ours, size }",
  )
  const files = await bundled(path.join(folder, 'ui/index.js'))
  expect(files).toContain(path.join(folder, 'ui/getScrollBarSize.js'))
  expect(files).toContain(path.join(root, 'src/app/moduleOverrides/getScrollBarSize.ts'))
  expect(files.filter((file) => file.includes('rc-component'))).toEqual([])
})

it('does so in tests as well', () => {
  const found = (file: string) => resolve(file, { defaultResolver: (request) => request })
  const original = path.join(root, 'node_modules/@rc-component/util/lib/getScrollBarSize.js')
  const namesake = path.join(root, 'src/ui/getScrollBarSize.ts')
  expect([found(original), found(namesake)]).toEqual([
    path.join(root, 'src/app/moduleOverrides/getScrollBarSize.ts'),
    namesake,
  ])
})
