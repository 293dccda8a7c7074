import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { deleteDiscardedContents } from '../../resources/uploads'

/** What tells a file that was sent from others. */
interface SentFile {
  name: string | null
  type: string
  sha256: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The file that came with the body, if any, or the files of a body that may have several. */
    sentFile: SentFile | readonly SentFile[] | null
  }
}

/** Deletes the contents of files that no row refers to any more, once that is committed. */
export const uploads = fp(
  async (app: FastifyInstance) => {
    app.decorateRequest('sentFile', null)
    deleteDiscardedContents(app)
  },
  { name: 'citygate-uploads', dependencies: ['citygate-database', 'citygate-files'] },
)
