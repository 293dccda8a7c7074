/** @jest-config-loader esbuild-register */
import { availableParallelism } from 'node:os'
import type { Config } from 'jest'
import { moduleNames, swcOptions } from './scripts/browserModules.cjs'

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
    '^.+\\.m?[tj]sx?$': ['@swc/jest', swcOptions],
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

/** The files of a process share the modules that they read. */
const shareModules = {
  testEnvironment: 'node',
  runner: '<rootDir>/scripts/testRunner.mjs',
} satisfies Config

const onNode = {
  // For the global setup, which jest itself reads.
  ...shared,
  ...shareModules,
  setupFilesAfterEnv: ['<rootDir>/scripts/testRunnerSetup.ts'],
} satisfies Config

const config: Config = {
  // More than cores: a third of the time of server tests is waiting.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // Only how long a failure takes to show; a busy machine is none.
  testTimeout: 120_000,
  testSequencer: '<rootDir>/scripts/longestFirst.cjs',
  projects: [
    {
      ...shareModules,
      displayName: 'browser',
      testMatch: ['<rootDir>/src/**/*.test.ts?(x)'],
      testPathIgnorePatterns: ['/node_modules/', '\\.isolated\\.test\\.'],
      setupFiles: ['<rootDir>/scripts/browserTestEnvironment.cjs'],
      setupFilesAfterEnv: [
        '<rootDir>/scripts/testRunnerSetup.ts',
        '<rootDir>/src/testing/timers.ts',
        '<rootDir>/src/testing/setup.ts',
      ],
    },
    {
      // Each file reads all modules anew: for tests that replace one, or in which one is not there yet.
      ...shared,
      displayName: 'isolated',
      resolver: '<rootDir>/scripts/jestResolver.cjs',
      moduleNameMapper: moduleNames,
      testEnvironment: 'jest-fixed-jsdom',
      testMatch: ['<rootDir>/src/**/*.isolated.test.ts?(x)'],
      setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
    },
    {
      ...onNode,
      displayName: 'server',
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
      ...onNode,
      displayName: 'tooling',
      testMatch: ['<rootDir>/scripts/**/*.test.ts'],
    },
  ],
}

export default config
