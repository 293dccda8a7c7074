declare module 'jest-light-runner' {
  interface GlobalConfig {
    maxWorkers: number
  }
  interface Pool {
    run(file: string, options: { channel: object }): Promise<object>
  }
  interface ProjectRunner {
    pool: Pool
    run(test: { path: string }): Promise<object>
  }
  class LightRunner {
    constructor(globalConfig: GlobalConfig, context: unknown)
    protected _testRunners: Map<object, ProjectRunner>
    runTests(...args: readonly unknown[]): Promise<void>
  }
  export const createRunner: (options: { runtime: 'child_process' | 'worker_threads' }) => typeof LightRunner
}
