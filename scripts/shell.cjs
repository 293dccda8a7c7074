/*
 * The page that the server sends: with its styles, the skeleton of its frame, and a script that starts early requests.
 */
const path = require('node:path')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const esbuild = require('esbuild')

const name = 'Shell'
const folder = path.join(__dirname, '../src/app/shell')

/**
 * Replaces a lazily loaded module by its path.
 * @type {import('esbuild').Plugin}
 */
const namedWhereFetched = {
  name,
  setup: (build) => {
    build.onResolve({ filter: /./ }, async ({ kind, path: request, importer, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined
      const found = await build.resolve(request, { kind: 'import-statement', importer, resolveDir })
      return { path: found.path, namespace: name }
    })
    build.onLoad({ filter: /./, namespace: name }, ({ path: file }) => ({
      contents: `export const module = ${JSON.stringify(file)}`,
    }))
  },
}

/** @typedef {{ path: string, frame?: string[], signIn: string[], application?: string[], list?: object, record?: object }} Screen */

/**
 * Runs shell.tsx, which reads the routes, the theme and the skeleton from their modules.
 * @returns {Promise<{ theme: string, skeleton: string, screens: Screen[] }>}
 */
const readShell = async () => {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(folder, 'shell.tsx')],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    packages: 'external',
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    define: { location: '{ "origin": "" }' },
    plugins: [namedWhereFetched],
  })
  const module = { exports: /** @type {{ shell?: () => Promise<never> }} */ ({}) }
  new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '')(module, module.exports, require)
  if (!module.exports.shell) throw new Error('shell.tsx exports no shell.')
  return module.exports.shell()
}

/** The script of the page's head, as one text. */
const readStart = async () => {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(folder, 'start.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
  })
  return outputFiles[0]?.text.trim() ?? ''
}

/**
 * The files of every lazily loaded part of the program, by its entry module.
 * @param {import('webpack').Compilation} compilation
 * @returns {Map<string, string[]>}
 */
const filesByModule = ({ modules, moduleGraph, chunkGraph }) => {
  const files = new Map()
  for (const { blocks } of modules) {
    for (const block of blocks) {
      const [dependency] = block.dependencies
      const fetched = dependency && moduleGraph.getModule(dependency)
      const group = chunkGraph.getBlockChunkGroup(/** @type {never} */ (block))
      if (!fetched || !group) continue
      // The root of concatenated modules.
      const { resource } = /** @type {{ resource?: string }} */ (
        'rootModule' in fetched ? fetched.rootModule : fetched
      )
      if (resource) files.set(resource, group.getFiles())
    }
  }
  return files
}

/** Writes index.html and screens.json, from which server/http/pages.ts composes its answers. */
class Shell {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    const { RawSource } = compiler.webpack.sources
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const hooks = HtmlWebpackPlugin.getCompilationHooks(compilation)
      let style = ''

      // The program's own style sheet is inlined, so that the first paint waits for no request.
      hooks.alterAssetTagGroups.tap(name, (data) => {
        data.headTags = data.headTags.filter(({ tagName, attributes: { rel, href } }) => {
          if (tagName !== 'link' || rel !== 'stylesheet') return true
          const file = String(href).replace(/^\//, '')
          style += compilation.getAsset(file)?.source.source().toString() ?? ''
          return false
        })
        return data
      })

      hooks.beforeEmit.tapPromise(name, async (data) => {
        const [{ theme, skeleton, screens }, start] = await Promise.all([readShell(), readStart()])
        const { code } = await esbuild.transform(theme + style, { loader: 'css', minify: true })
        // The script of the head decides when the program is loaded.
        const [tag = '', program = ''] =
          /<script defer[^>]* src="([^"]+)"[^>]*><\/script>/.exec(data.html) ?? []
        if (!program) throw new Error('The page asks for no program.')
        data.html = data.html
          .replace(tag, '')
          .replace('<!-- style -->', () => `<style data-shell>${code.trim()}</style>`)
          .replace(
            '<!-- start -->',
            () => `<script data-program="${program}" data-page="screen">${start}</script>`,
          )
          .replace('<!-- skeleton -->', () => skeleton)

        const files = filesByModule(compilation)
        /** @param {string[]} modules */
        const filesOf = (modules) => {
          const all = [
            ...new Set(
              modules.flatMap((module) => {
                const found = files.get(module)
                if (!found) throw new Error(`Nothing fetches ${module}.`)
                return found.map((file) => `/${file}`)
              }),
            ),
          ]
          return {
            scripts: all.filter((file) => file.endsWith('.js')),
            styles: all.filter((file) => file.endsWith('.css')),
          }
        }
        const table = screens.map(({ path: at, frame, signIn, application, list, record }) => ({
          path: at,
          page: {
            ...(frame && { frame: filesOf(frame) }),
            signIn: filesOf(signIn),
            ...(application && { application: filesOf(application) }),
            list,
            record,
          },
        }))
        compilation.emitAsset('screens.json', new RawSource(JSON.stringify(table)))
        return data
      })
    })
  }
}

module.exports = { Shell }
