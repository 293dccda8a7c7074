import { createRunner } from 'jest-light-runner'

/**
 * Tells a test process which run it belongs to when it asks. The runner's own channel is one for all processes and
 * answers each of them once, at the first question of any: one that was not listening yet would wait for ever.
 * @param {object} workerData
 */
const channelTo = (workerData) => {
  /** @type {(message: object) => void} */
  let send = () => {}
  return {
    /** @param {typeof send} listener */
    onMessage(listener) {
      send = listener
    },
    /** @param {unknown} message */
    postMessage(message) {
      if (message === 'jest-light-runner-get-worker-data')
        send({ type: 'jest-light-runner-worker-data', workerData })
    },
  }
}

/**
 * Runs test files in processes that read each module once for all of their files, with TypeScript as `tsx` compiles it;
 * see docs/decisions/033-tests-share-modules.md.
 */
export default class TestRunner extends createRunner({ runtime: 'child_process' }) {
  /**
   * @param {{ maxWorkers: number }} config
   * @param {unknown} context
   */
  constructor(config, context) {
    // One worker would run the tests in jest's own process, which knows no TypeScript.
    const globalConfig = { ...config, maxWorkers: Math.max(2, config.maxWorkers) }
    super(globalConfig, context)
    const pools = this._testRunners
    pools.set = (projectConfig, { pool }) => {
      const workerData = { globalConfig, projectConfig, runtime: 'child_process' }
      /** @param {{ path: string }} test */
      const run = ({ path }) => pool.run(path, { channel: channelTo(workerData) })
      Map.prototype.set.call(pools, projectConfig, { pool, run })
      return pools
    }
  }

  /**
   * @override
   * @param {unknown[]} args
   */
  async runTests(...args) {
    const before = process.env.NODE_OPTIONS
    process.env.NODE_OPTIONS = [before, '--import tsx'].filter(Boolean).join(' ')
    try {
      await super.runTests(...args)
    } finally {
      if (before === undefined) delete process.env.NODE_OPTIONS
      else process.env.NODE_OPTIONS = before
    }
  }
}
