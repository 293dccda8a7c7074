/* The browser's half of the product, from src/ to dist/public. The server's half is built by scripts/build.mjs. */
const path = require('node:path')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const { DefinePlugin, NormalModuleReplacementPlugin } = require('webpack')
const ForkTsCheckerWebpackPlugin = require('fork-ts-checker-webpack-plugin')
const ts = require('typescript')

/**
 * Modules of packages whose place ours of the same name take: two that write style elements without a nonce,
 * which the content security policy refuses, and four that weigh much and do little for us. The imports are
 * matched as they are written, before loaders are chosen.
 */
const replacements = [
  './getScrollBarSize',
  './useScrollLocker',
  './FilterDropdown',
  'lodash-es/clone',
  'lodash-es/cloneDeep',
  'lodash-es/toPath',
].map(
  (request) =>
    new NormalModuleReplacementPlugin(
      new RegExp(`^${request.replace('.', '\\.')}(\\.js)?$`),
      path.join(__dirname, 'src/app/replacements', path.basename(request)),
    ),
)

/**
 * The contract's sentences for the API document stay on the server: the browser reads the rest of the contract
 * before anybody has signed in.
 * @type {import('typescript').TransformerFactory<import('typescript').SourceFile>}
 */
const withoutDocumentation = (context) => (file) => {
  if (!file.fileName.includes('/src/contract/')) return file
  /** @type {(node: import('typescript').Node) => import('typescript').Node | undefined} */
  const visit = (node) =>
    ts.isPropertyAssignment(node) && node.name.getText(file) === 'about'
      ? undefined
      : ts.visitEachChild(node, visit, context)
  return ts.visitEachChild(file, visit, context)
}

/** @type {(env: unknown, options: { mode?: 'production' | 'development' }) => import('webpack').Configuration} */
module.exports = (_env, { mode = 'production' }) => {
  const production = mode === 'production'
  return {
    mode,
    target: ['web', 'es2022'],
    entry: { app: './src/app/index.tsx' },
    output: {
      path: path.join(__dirname, 'dist/public'),
      publicPath: '/',
      filename: production ? 'assets/[name].[contenthash].js' : 'assets/[name].js',
      chunkFilename: production ? 'assets/[name].[contenthash].js' : 'assets/[name].js',
      assetModuleFilename: 'assets/[name].[contenthash][ext]',
      clean: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: {
            loader: 'ts-loader',
            options: {
              transpileOnly: true,
              getCustomTransformers: () => ({ before: [withoutDocumentation] }),
            },
          },
        },
        // They only pass on what stands elsewhere: whoever takes one thing from there is not given the others.
        { test: /src[\\/]features[\\/][^\\/]+[\\/]public\.ts$/, sideEffects: false },
        { test: /\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
        { test: /\.(svg|png|woff2)$/, type: 'asset/resource' },
      ],
    },
    // What the editor calls `global`, by the name that browsers have for it; webpack's own way would hold a
    // `new Function`, which the content security policy refuses.
    node: { global: false },
    plugins: [
      ...replacements,
      new DefinePlugin({ global: 'globalThis' }),
      // The server fills the nonce in; see server/plugins/pages.ts.
      new HtmlWebpackPlugin({ template: 'public/index.html', scriptLoading: 'defer', minify: false }),
      new MiniCssExtractPlugin({
        filename: production ? 'assets/[name].[contenthash].css' : 'assets/[name].css',
        chunkFilename: production ? 'assets/[name].[contenthash].css' : 'assets/[name].css',
      }),
      ...(production ? [] : [new ForkTsCheckerWebpackPlugin()]),
    ],
    // Source maps would be served to everybody; development has them inline.
    devtool: production ? false : 'inline-source-map',
    optimization: { moduleIds: 'deterministic', chunkIds: 'deterministic' },
    performance: false,
    stats: 'errors-warnings',
  }
}
