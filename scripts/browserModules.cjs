/* How tests read the browser's modules, with jest's own runner and with the one that shares them. */
const path = require('node:path')

const root = path.join(__dirname, '..')

/**
 * How swc reads TypeScript.
 * @satisfies {import('@swc/core').Options}
 */
const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2022',
  },
}

/** Which module is read instead of another one, by a pattern of the name that is imported. */
const moduleNames = {
  // Their CommonJS halves need no transforming.
  '^antd/es/(.*)$': 'antd/lib/$1',
  '^@ant-design/icons/es/(.*)$': '@ant-design/icons/lib/$1',
  '^@rc-component/util/lib/Dom/dynamicCSS$': path.join(root, 'src/testing/antdStyles.ts'),
  '^.*\\.css$': path.join(root, '__mocks__/style.js'),
  '^.*\\.(svg|png|woff2)$': path.join(root, '__mocks__/file.js'),
}

module.exports = { moduleNames, swcOptions }
