import type { FastifyInstance } from 'fastify'
import { personName } from '../../../src/contract/personName'
import { inTransaction } from '../../kit/context'
import { ApiError, notFound } from '../../kit/errors'
import { allPublic } from '../../plugins/authentication'
import { errorsAsPages, sendPlainPage, takeForms } from '../../plugins/plainPage'
import { link } from '../../resources/identities'
import { builtInIssuer, builtInPath, choicePath, demoTeam } from './builtIn'
import { choicePage, problemPage } from './pages'

const hidden = { hide: true }

/**
 * The built-in directory below a path of its own, for as long as there are demo accounts of the provider's team and no
 * directory is configured (AUTH-4): the identity provider itself, and the page on which somebody chooses an account.
 */
export async function builtInDirectoryRoutes(app: FastifyInstance): Promise<void> {
  const { builtIn } = app.directories
  if (!builtIn) return

  /** @throws ApiError 404 where nobody could sign in. */
  const choices = async () => {
    const found = await demoTeam(app.database)
    if (found.length === 0) throw notFound('Directory')
    return found
  }

  await app.register((scope) => {
    allPublic(scope)
    takeForms(scope)
    errorsAsPages(scope, problemPage)
    scope.get(`${choicePath}/:uid`, { schema: hidden }, async ({ raw }, reply) => {
      const found = await choices()
      const provider = await builtIn.provider()
      await provider.interactionDetails(raw, reply.raw).catch(expired)
      return sendPlainPage(
        reply,
        choicePage(
          found.map((user) => ({ username: user.username, name: personName({ ...user, email: '' }) })),
        ),
      )
    })
    scope.post(`${choicePath}/:uid`, { schema: hidden }, async ({ raw, body, id }, reply) => {
      const { username } = (body ?? {}) as Record<string, unknown>
      const chosen = (await choices()).find((user) => user.username === username)
      if (!chosen) throw notFound('Account')
      const accountId = String(chosen.id)
      const provider = await builtIn.provider()
      const next = await provider
        .interactionResult(raw, reply.raw, {
          login: { accountId, remember: false },
          // Programs on somebody's own machine, such as this one, are asked about each time.
          consent: {},
        })
        .catch(expired)
      await inTransaction(app.database, { actor: null, requestId: id }, (write) =>
        link(write, { issuer: builtInIssuer, subject: accountId }, chosen.id),
      )
      return reply.redirect(new URL(next).pathname, 303)
    })
  })

  await app.register((scope) => {
    allPublic(scope)
    // The library reads bodies by itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({
      method: ['GET', 'POST'],
      url: `${builtInPath}/*`,
      schema: hidden,
      handler: async ({ raw, id }, reply) => {
        await choices()
        const provider = await builtIn.provider()
        reply.hijack()
        reply.raw.setHeader('x-request-id', id)
        reply.raw.setHeader('x-content-type-options', 'nosniff')
        reply.raw.setHeader('referrer-policy', 'same-origin')
        const { url = '' } = raw
        // As programs are told of the path that they are mounted at.
        Object.assign(raw, { originalUrl: url, url: url.slice(builtInPath.length) })
        await provider.callback()(raw, reply.raw)
      },
    })
  })
}

/** @throws ApiError 400 */
function expired(): never {
  throw new ApiError(400, 'sign_in_expired', 'This sign-in has taken too long. Start again in Citygate.')
}
