import type { Config } from './config'
import type { OpenDatabase } from './db/dialect'
import type { Caller } from './kit/context'
import type { Sessions } from './sessions'

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    database: OpenDatabase
    sessions: Sessions
  }
  interface FastifyRequest {
    /** Set before the handler of every route that is not public. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Answered without a session; plugins/plugins.test.ts names every such route of the API. */
    public?: true
  }
}
