import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { root } from './bundle.mjs'
import { stateBoundaries, boundariesFile } from './stateBoundaries.mjs'

it('[ORG-6] the map shows the outlines that the package has', async () => {
  const written = JSON.parse(await readFile(boundariesFile, 'utf8')) as unknown
  expect(written).toEqual(stateBoundaries())
})

it('[ORG-6] what is fetched for a map weighs at most 60 kB, its outlines included', async () => {
  const { outputFiles } = await build({
    entryPoints: [path.join(path.dirname(boundariesFile), 'MarkerMap.tsx')],
    bundle: true,
    minify: true,
    write: false,
    outdir: root,
    format: 'esm',
    jsx: 'automatic',
    packages: 'external',
    // Loaded already by the page that shows the map.
    external: ['api', 'contract', 'resources/kit', 'resources/organizationAddresses'].map((folder) =>
      path.join(root, 'src', folder, '*'),
    ),
  })
  const weight = outputFiles.reduce((bytes, { contents }) => bytes + gzipSync(contents).length, 0)
  expect(weight).toBeGreaterThan(gzipSync(await readFile(boundariesFile)).length)
  expect(weight).toBeLessThan(60_000)
})
