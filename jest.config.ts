/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os'
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
  'openid-client',
  'oauth4webapi',
  'oidc-provider',
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

/** Tests of the server that open no database, or ask nothing of it that depends on which one it is. */
const withoutDatabase = [
  'commands/askPassword',
  'db/(dataDir|migrations/checksums)',
  'db/dialects/sqlite/transactionQueue',
  'demo/(consistency|documents|empty|rows|seed)',
  'kit/fold',
  'kit/admission/(abortedRequests|backoff|diskReserve|pipelinedRequests|slowRequestTimeout)',
  'kit/admission/(turnAdmission|turnLimiter)',
  'kit/crypto/encryption',
  'kit/http/networkAddresses',
  'kit/richText',
  'http/(apiDocument|authentication|compression|connectionDrain|earlyRefusals|hosts|jsonBodies|methods)',
  'http/(options|pages|parameters|plugins|responseHeaders|yamlOf)',
  'ports/bureau/(bureau|matching|registry)',
  'ports/directory/open',
  'ports/events/embedded',
  'ports/mail/(calendarFile|eventTime|smtp|nylas/api)',
  'ports/outside',
  'ports/profiles',
  'resources/hostile',
  'services/sessions/(passwordRules|signInQueue)',
].map((place) => `/server/${place}`)

/** What the browser's code reads in tests. */
const browser = {
  ...shared,
  resolver: '<rootDir>/scripts/jestResolver.cjs',
  moduleNameMapper: {
    // Their CommonJS halves need no transforming.
    '^antd/es/(.*)$': 'antd/lib/$1',
    '^@ant-design/icons/es/(.*)$': '@ant-design/icons/lib/$1',
    '^@rc-component/util/lib/Dom/dynamicCSS$': '<rootDir>/src/testing/antdStyles.ts',
    '\\.css$': '<rootDir>/__mocks__/style.js',
    '\\.(svg|png|woff2)$': '<rootDir>/__mocks__/file.js',
  },
} satisfies Config

const config: Config = {
  // More than cores: a third of the time of server tests is waiting.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // Only how long a failure takes to show; a busy machine is none.
  testTimeout: 120_000,
  // Each test file reads antd anew, and what it leaves behind adds up: with 2 GB a sixth more time went into collecting it.
  workerIdleMemoryLimit: '600MB',
  projects: [
    {
      ...browser,
      displayName: 'browser',
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['<rootDir>/src/**/*.test.tsx', '<rootDir>/src/**/*.dom.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
    },
    {
      // Without a document, which takes a second to set up for each file.
      ...browser,
      displayName: 'modules',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/src/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.dom\\.test\\.ts$'],
    },
    {
      ...shared,
      displayName: 'server',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/server/**/*.test.ts'],
      // Once is enough for them, on the embedded database.
      testPathIgnorePatterns: [
        '/node_modules/',
        ...(process.env['TEST_DATABASE_URL'] ? withoutDatabase : []),
      ],
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
