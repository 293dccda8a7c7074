import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { scripts } from '../package.json'
import { serverEntries } from './bundle.mjs'
import { fingerprint } from './fingerprint.mjs'
import { precompress } from './precompress.mjs'
import { replaceDirectory } from './replaceDirectory.mjs'

let root: string
const write = async (name: string, text: string) => {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true })
  await writeFile(path.join(root, name), text)
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'citygate-build-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('fingerprint', () => {
  const inputs = ['src', 'package-lock.json']
  let before: string

  beforeEach(async () => {
    await write('package-lock.json', '{}')
    await write('src/app/index.tsx', 'one')
    before = fingerprint(root, inputs)
  })

  it('stays the same when only times or tests change', async () => {
    await utimes(path.join(root, 'src/app/index.tsx'), 1, 1)
    await write('src/app/index.test.tsx', 'a test')
    await write('src/testing/builders.ts', 'for tests')
    expect(fingerprint(root, inputs)).toBe(before)
  })

  it.each([
    ['a file changes', 'src/app/index.tsx'],
    ['a file appears', 'src/app/theme.ts'],
    ['the lock file changes', 'package-lock.json'],
  ])('changes when %s', async (_case, name) => {
    await write(name, 'two')
    expect(fingerprint(root, inputs)).not.toBe(before)
  })
})

describe('replaceDirectory', () => {
  it('puts the fresh directory in the place of the old one', async () => {
    await write('public/old.js', '')
    await write('public.1/new.js', '')
    await replaceDirectory(path.join(root, 'public.1'), path.join(root, 'public'))
    expect(await readdir(root)).toEqual(['public'])
    expect(await readdir(path.join(root, 'public'))).toEqual(['new.js'])
  })

  it('leaves one whole directory when many processes replace it at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `public.${index}`)
    await Promise.all(names.flatMap((name) => [write(`${name}/a`, name), write(`${name}/b`, name)]))
    await Promise.all(names.map((name) => replaceDirectory(path.join(root, name), path.join(root, 'public'))))
    expect(await readdir(root)).toEqual(['public'])
    const [a, b] = await Promise.all(
      ['a', 'b'].map((name) => readFile(path.join(root, 'public', name), 'utf8')),
    )
    expect(a).toBe(b)
  })
})

describe('precompress', () => {
  it('writes both encodings beside text files and leaves the shell page and pictures alone', async () => {
    const text = 'therm and dekatherm\n'.repeat(100)
    for (const name of ['assets/app.js', 'icon.svg', 'index.html', 'logo.png']) await write(name, text)
    await precompress(root)
    expect((await readdir(root, { recursive: true })).sort()).toEqual([
      'assets',
      'assets/app.js',
      'assets/app.js.br',
      'assets/app.js.gz',
      'icon.svg',
      'icon.svg.br',
      'icon.svg.gz',
      'index.html',
      'logo.png',
    ])
    const file = path.join(root, 'assets/app.js')
    expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe(text)
    expect(gunzipSync(await readFile(`${file}.gz`)).toString()).toBe(text)
  })
})

test('what an operator runs by npm is built as well: an image has no sources', () => {
  const run = Object.values(scripts).flatMap((script) => /run\.mjs (server\/\S+)/.exec(script)?.[1] ?? [])
  expect(Object.values(serverEntries)).toEqual(expect.arrayContaining(run.map((file) => `./${file}`)))
})
