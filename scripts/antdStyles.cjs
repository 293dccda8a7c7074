/*
 * A webpack loader for Ant Design's style modules: the styles of each component are computed when the product is built,
 * as a style sheet that is loaded with the component's own chunk. See docs/decisions/024-antd-styles-at-build-time.md.
 */
const ts = require('typescript')
const { createElement } = require('react')
const { renderToString } = require('react-dom/server')
const { createCache, extractStyle, StyleProvider } = require('@ant-design/cssinjs')

/** @typedef {Record<string, (...args: unknown[]) => object>} Functions */
const generators = /** @type {Functions} */ (
  /** @type {unknown} */ (require('antd/lib/theme/util/genStyleUtils'))
)
const shared = /** @type {Functions} */ (/** @type {unknown} */ (require('antd/lib/style')))

// Rules for every link of the page, whose CSS variables exist within antd's components only.
shared.genLinkStyle = () => ({})

/** The rules of all icons, which each style module would repeat: they are in a sheet and a layer of their own. */
const iconFile = 'config-provider/style/index'
const { genIconStyle } = shared
let isIconFile = false
shared.genIconStyle = (...args) => (isIconFile ? (genIconStyle?.(...args) ?? {}) : {})

/**
 * Class names that differ from the folder's name, by folder, file or exported hook.
 * @type {Record<string, string>}
 */
const classNames = {
  button: 'btn',
  'date-picker': 'picker',
  useColStyle: 'col',
  useRowStyle: 'row',
  'space/style/addon': 'space-addon',
  'space/style/compact': 'space-compact',
}

/** The hooks and components among the exports of antd's style modules, which export helpers, too. */
const hooks = new WeakSet()
const components = new WeakSet()
/**
 * @param {'genStyleHooks' | 'genComponentStyleHook' | 'genSubStyleComponent'} name
 * @param {WeakSet<object>} made
 */
const collect = (name, made) => {
  const original = generators[name]
  if (!original) throw new Error(`antd has no ${name} any more.`)
  generators[name] = (...args) => {
    const result = original(...args)
    made.add(result)
    return result
  }
}
collect('genStyleHooks', hooks)
collect('genComponentStyleHook', hooks)
collect('genSubStyleComponent', components)

/**
 * The styles of one of antd's style modules; colours and sizes are CSS variables of the theme.
 * @param {string} file its path in antd/es
 */
const stylesOf = (file) => {
  isIconFile = file === iconFile
  // Loaded late: the modules call the generators above at once.
  const { default: ConfigProvider } = require('antd/lib/config-provider')
  const exported = Object.entries(require(`antd/lib/${file}`))
  const folder = file.split('/')[0] ?? ''
  /** @param {string} name */
  const classesOf = (name) => {
    const prefixCls = `ant-${classNames[name] ?? classNames[file] ?? classNames[folder] ?? folder}`
    return { prefixCls, rootCls: `${prefixCls}-css-var` }
  }
  const cache = createCache()
  const Hooks = () => {
    for (const [name, hook] of exported) {
      const { prefixCls, rootCls } = classesOf(name)
      if (hooks.has(hook)) hook(prefixCls, rootCls)
    }
    return null
  }
  const parts = exported.filter(([, part]) => components.has(part))
  renderToString(
    createElement(
      StyleProvider,
      { cache },
      createElement(
        ConfigProvider,
        { theme: { hashed: false } },
        createElement(Hooks),
        ...parts.map(([name, Part]) => createElement(Part, { key: name, ...classesOf(name) })),
      ),
    ),
  )
  return extractStyle(cache, { plain: true, types: 'style' })
}

const generatorNames = new Set(['genStyleHooks', 'genComponentStyleHook', 'genSubStyleComponent'])

/**
 * Replaces the function that computes the styles, the second argument of each generator: with the theme's `zeroRuntime`
 * antd never calls it. What only it uses is then removed as unused.
 * @type {import('typescript').TransformerFactory<import('typescript').SourceFile>}
 */
const withoutStyles = (context) => (file) => {
  /** @type {(node: import('typescript').Node) => import('typescript').Node} */
  const visit = (node) => {
    if (
      ts.isCallExpression(node) &&
      ts.isIdentifier(node.expression) &&
      generatorNames.has(node.expression.text)
    ) {
      const [name, , ...others] = node.arguments
      const none = ts.factory.createNull()
      return ts.factory.updateCallExpression(
        node,
        node.expression,
        undefined,
        name ? [name, none, ...others] : [],
      )
    }
    return ts.visitEachChild(node, visit, context)
  }
  return ts.visitEachChild(file, visit, context)
}

/**
 * Replaces the computation of styles in a style module by the import of a style sheet, and produces that sheet where the
 * query asks for it. Its rules are in a layer, so that the product's own rules are stronger in whatever order the files
 * arrive.
 * @type {import('webpack').LoaderDefinitionFunction}
 */
module.exports = function antdStyles(source) {
  const [, file = ''] = /antd[\\/]es[\\/](.*)\.js$/.exec(this.resourcePath) ?? []
  if (this.query === '?css')
    return `@layer base, icons, antd;\n@layer ${file === iconFile ? 'icons' : 'antd'} {\n${stylesOf(file)}\n}\n`
  if (file !== iconFile && ![...generatorNames].some((name) => source.includes(`${name}(`))) return source
  const sheet = `${this.resourcePath}.css!=!${__filename}?css!${this.resourcePath}`
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
    transformers: { before: [withoutStyles] },
  })
  return `import ${JSON.stringify(sheet)}\n${outputText}`
}
