/* The browser's half of the product, from src/ to dist/public. The server's half is built by scripts/build.mjs. */
const path = require('node:path')
const HtmlWebpackPlugin = require('html-webpack-plugin')
const MiniCssExtractPlugin = require('mini-css-extract-plugin')
const MinimizerPlugin = require('minimizer-webpack-plugin')
const { BannerPlugin, Compilation, DefinePlugin } = require('webpack')
const ForkTsCheckerWebpackPlugin = require('fork-ts-checker-webpack-plugin')
const ts = require('typescript')
const { replacedModules } = require('./scripts/replacedModules.cjs')
const { StaticPage } = require('./scripts/staticPage.cjs')

const contractFolder = path.join(__dirname, 'src/contract')

/** React Router's exports name its build with development warnings, whatever the mode. */
const quietRouter = Object.fromEntries(
  Object.entries({ 'react-router$': 'index.mjs', 'react-router/dom$': 'dom-export.mjs' }).map(
    ([name, file]) => [name, path.join(__dirname, 'node_modules/react-router/dist/production', file)],
  ),
)

/**
 * The contract's texts for the API document (`apiDescription`) stay on the server: the browser loads the rest of the
 * contract before sign-in.
 * @type {import('typescript').TransformerFactory<import('typescript').SourceFile>}
 */
const withoutDocumentation = (context) => (file) => {
  /** @type {(node: import('typescript').Node) => import('typescript').Node | undefined} */
  const visit = (node) =>
    ts.isPropertyAssignment(node) && node.name.getText(file) === 'apiDescription'
      ? undefined
      : ts.visitEachChild(node, visit, context)
  return ts.visitEachChild(file, visit, context)
}

/** The parts of the program that are run as a whole: the layout and the pages. */
const wholeParts = /\/(?:Frame|\w*Page)$/

/**
 * Whether a file holds some of them. Such files say so in their first line, upon which Chromium compiles all of their
 * functions on another thread while they arrive, instead of one by one while the page is awaited. Pages that
 * are prefetched are compiled beforehand by it.
 * @param {import('webpack').Chunk} chunk
 */
const isRunAtOnce = (chunk) =>
  [...chunk.groupsIterable].some(
    (group) => group.isInitial() || group.origins.some(({ request }) => wholeParts.test(request ?? '')),
  )

/** @type {(env: object, options: { mode?: 'production' | 'development' }) => import('webpack').Configuration} */
module.exports = (_env, { mode = 'production' }) => {
  const production = mode === 'production'
  return {
    mode,
    target: ['web', 'es2022'],
    entry: { app: './src/main.tsx' },
    output: {
      path: path.join(__dirname, 'dist/public'),
      publicPath: '/',
      filename: production ? 'assets/[name].[contenthash:8].js' : 'assets/[name].js',
      chunkFilename: production ? 'assets/[name].[contenthash:8].js' : 'assets/[name].js',
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      clean: true,
    },
    resolve: {
      extensions: ['.tsx', '.ts', '.js'],
      alias: { ...replacedModules(), ...(production && quietRouter) },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: [/node_modules/, contractFolder],
          use: {
            loader: 'swc-loader',
            options: {
              jsc: {
                parser: { syntax: 'typescript', tsx: true },
                transform: { react: { runtime: 'automatic' } },
                target: 'es2022',
              },
            },
          },
        },
        {
          test: /\.ts$/,
          include: contractFolder,
          use: {
            loader: 'ts-loader',
            options: {
              transpileOnly: true,
              getCustomTransformers: () => ({ before: [withoutDocumentation] }),
            },
          },
        },
        // antd is marked as free of side effects; its style sheets are not.
        { test: /\.css$/, sideEffects: true, use: [MiniCssExtractPlugin.loader, 'css-loader'] },
        // It only re-exports a hook, but imports the style sheet of all icons.
        { test: /antd\/es\/config-provider\/style\/index\.js$/, sideEffects: true },
        { test: /antd\/es\/[\w-]+\/style\/[\w-]+\.js$/, use: path.join(__dirname, 'scripts/antdStyles.cjs') },
        { test: /\.(svg|png|woff2)$/, type: 'asset/resource' },
      ],
    },
    // What the editor calls `global`, by the name that browsers have for it; webpack's own way would hold a
    // `new Function`, which the content security policy refuses.
    node: { global: false },
    plugins: [
      new DefinePlugin({ global: 'globalThis' }),
      // The server fills the nonce in; see server/http/pages.ts.
      new HtmlWebpackPlugin({ template: 'public/index.html', scriptLoading: 'defer', minify: false }),
      new StaticPage(),
      new BannerPlugin({
        test: /\.js$/,
        raw: true,
        // After the files have been made small, which takes comments away, and before their names tell what they hold.
        stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE,
        banner: ({ chunk }) => (isRunAtOnce(chunk) ? '//# allFunctionsCalledOnLoad' : ''),
      }),
      new MiniCssExtractPlugin({
        // Layers and class names decide, not the order of files.
        ignoreOrder: true,
        filename: production ? 'assets/[name].[contenthash:8].css' : 'assets/[name].css',
        chunkFilename: production ? 'assets/[name].[contenthash:8].css' : 'assets/[name].css',
      }),
      ...(production ? [] : [new ForkTsCheckerWebpackPlugin()]),
    ],
    // Source maps would be served to everybody; development has them inline.
    devtool: production ? false : 'inline-source-map',
    optimization: {
      // A third of the time of webpack's own choice, for the same size.
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false })],
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
      // Every page loads the whole entry: a separate file for its packages would gain nothing.
      splitChunks: { chunks: 'async' },
    },
    performance: false,
    stats: 'errors-warnings',
  }
}
