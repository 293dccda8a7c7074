/** @jest-config-loader esbuild-register */
import type { Config } from 'jest'
import { shared } from '../jest.config'

const config: Config = {
  // While two workers wait for their pages, another one runs.
  maxWorkers: 3,
  ...shared,
  displayName: 'e2e',
  testEnvironment: 'node',
  roots: ['<rootDir>', '<rootDir>/../trust'],
  testMatch: ['**/*.e2e.ts'],
  testSequencer: '<rootDir>/../scripts/longestFirst.cjs',
  globalSetup: '<rootDir>/start.ts',
  globalTeardown: '<rootDir>/stop.ts',
  setupFilesAfterEnv: ['<rootDir>/retryOnce.ts'],
  // Only affects the time until a failure, on a busy machine.
  testTimeout: 180_000,
}

export default config
