/* What the first paint needs, written into the page: style sheets, the skeleton, and the script that sets the theme. */
const path = require('node:path')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const esbuild = require('esbuild')

const name = 'StaticPage'
const folder = path.join(__dirname, '../src/app')

/** @param {string} file @param {import('esbuild').BuildOptions} options */
const bundle = async (file, options) => {
  const entryPoints = [path.join(folder, file)]
  const { outputFiles } = await esbuild.build({ ...options, entryPoints, bundle: true, write: false })
  return outputFiles?.[0]?.text.trim() ?? ''
}

/** @returns {Promise<{ theme: string, skeleton: string }>} what staticPage.tsx exports */
const readStaticPage = async () => {
  const code = await bundle('staticPage.tsx', {
    ...{ format: 'cjs', platform: 'node', packages: 'external', jsx: 'automatic' },
  })
  const module = { exports: /** @type {never} */ ({}) }
  new Function('module', 'exports', 'require', code)(module, module.exports, require)
  return module.exports
}

class StaticPage {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      const hooks = HtmlWebpackPlugin.getCompilationHooks(compilation)
      let style = ''
      // The style sheet of the entry is inlined, so that the first paint waits for no request.
      hooks.alterAssetTagGroups.tap(name, (data) => {
        data.headTags = data.headTags.filter(({ attributes: { rel, href } }) => {
          if (rel !== 'stylesheet') return true
          style += compilation.getAsset(String(href).replace(/^\//, ''))?.source.source().toString() ?? ''
          return false
        })
        return data
      })
      hooks.beforeEmit.tapPromise(name, async (data) => {
        const script = await bundle('firstPaint.ts', { minify: true, format: 'iife', target: 'es2022' })
        const { theme, skeleton } = await readStaticPage()
        const { code } = await esbuild.transform(theme + style, { loader: 'css', minify: true })
        data.html = data.html
          .replace('<!-- style -->', () => `<style data-first>${code.trim()}</style>`)
          .replace('<!-- script -->', () => `<script data-first>${script}</script>`)
          .replace('<!-- skeleton -->', () => skeleton)
        return data
      })
    })
  }
}

module.exports = { StaticPage }
