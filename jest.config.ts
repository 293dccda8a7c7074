/** @jest-config-loader esbuild-register */
import type { Config } from 'jest'

// Away from UTC, so that a day which a time zone shifts shows.
process.env.TZ = 'America/Chicago'

/** Packages that ship only as ES modules, which jest has to transform like our own code. */
const esmOnly = [
  'rettime',
  'until-async',
  '@open-draft',
  '@mswjs',
  'outvariant',
  'strict-event-emitter',
  '@ant-design/colors/es',
  'jose',
]

/** How every jest run of the project reads TypeScript. */
export const shared = {
  transform: {
    '^.+\\.m?[tj]sx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly.join('|')})/)`],
} satisfies Config

const config: Config = {
  projects: [
    {
      ...shared,
      displayName: 'browser',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
      moduleNameMapper: {
        // Their CommonJS halves need no transforming.
        '^antd/es/(.*)$': 'antd/lib/$1',
        '^@ant-design/icons/es/(.*)$': '@ant-design/icons/lib/$1',
        // As in webpack.config.js.
        '^\\./(getScrollBarSize|useScrollLocker|FilterDropdown)$': '<rootDir>/src/app/replacements/$1.ts',
        '\\.css$': '<rootDir>/__mocks__/style.js',
        '\\.(svg|png|woff2)$': '<rootDir>/__mocks__/file.js',
      },
    },
    {
      ...shared,
      displayName: 'server',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/server/**/*.test.ts'],
      globalSetup: '<rootDir>/server/testing/globalSetup.ts',
      globalTeardown: '<rootDir>/server/testing/globalTeardown.ts',
    },
    {
      ...shared,
      displayName: 'tooling',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/scripts/**/*.test.ts'],
    },
  ],
}

export default config
