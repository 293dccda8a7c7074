/** @jest-config-loader esbuild-register */
import type { Config } from 'jest'
import { shared } from '../jest.config'

const config: Config = {
  // While one waits for its page, another one works.
  maxWorkers: 2,
  ...shared,
  displayName: 'e2e',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/**/*.e2e.ts'],
  globalSetup: '<rootDir>/start.ts',
  globalTeardown: '<rootDir>/stop.ts',
  setupFilesAfterEnv: ['<rootDir>/secondAttempt.ts'],
  // How long a failure takes to show, on a machine that may be busy.
  testTimeout: 180_000,
}

export default config
