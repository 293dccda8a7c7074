import type { FastifyInstance } from 'fastify'
import { personName } from '../../src/contract/personName'
import { inTransaction } from '../kit/context'
import { ApiError, notFound } from '../kit/errors'
import { allPublic } from '../kit/http/allPublic'
import { errorsAsPages, sendPlainPage, takeForms } from '../kit/http/plainPage'
import { registerScope } from '../kit/http/registerScope'
import { link } from './identities'
import { builtInIssuer, builtInPath, choiceStep, demoTeam } from '../ports/directory/builtIn'
import { choicePage, problemPage } from '../ports/directory/pages'
import { route } from '../kit/http/route'

const hidden = { hide: true } as const

/**
 * The built-in directory, registered with the prefix builtInPath; available while there are demo accounts of the
 * provider's team and no configured directory (AUTH-4): the identity provider itself, and the page where an account
 * is chosen.
 */
export async function builtInDirectoryRoutes(app: FastifyInstance): Promise<void> {
  const { builtIn } = app.directories
  if (!builtIn) return

  /** @throws ApiError 404 without accounts to choose. */
  const choices = async () => {
    const found = await demoTeam(app.database)
    if (found.length === 0) throw notFound('Directory')
    return found
  }

  await registerScope(app, 'citygate-built-in-directory-pages', (scope) => {
    allPublic(scope)
    takeForms(scope)
    errorsAsPages(scope, problemPage)
    route(scope, {
      method: 'GET',
      path: `${choiceStep}/:uid`,
      document: hidden,
      handler: async ({ raw }, reply) => {
        const found = await choices()
        const provider = await builtIn.provider()
        await provider.interactionDetails(raw, reply.raw).catch(expired)
        return sendPlainPage(
          reply,
          choicePage(
            found.map((user) => ({ username: user.username, name: personName({ ...user, email: '' }) })),
          ),
        )
      },
    })
    route(scope, {
      method: 'POST',
      path: `${choiceStep}/:uid`,
      document: hidden,
      handler: async ({ raw, body, id }, reply) => {
        const { username } = (body ?? {}) as { username?: unknown }
        const chosen = (await choices()).find((user) => user.username === username)
        if (!chosen) throw notFound('Account')
        const accountId = String(chosen.id)
        const provider = await builtIn.provider()
        const next = await provider
          .interactionResult(raw, reply.raw, {
            login: { accountId, remember: false },
            // The library asks for consent each time where an application is native, as this one is registered.
            consent: {},
          })
          .catch(expired)
        await inTransaction(app.database, { actor: null, requestId: id }, (write) =>
          link(write, { issuer: builtInIssuer, subject: accountId }, chosen.id),
        )
        return reply.redirect(new URL(next).pathname, 303)
      },
    })
  })

  await registerScope(app, 'citygate-built-in-directory-provider', (scope) => {
    allPublic(scope)
    // The library parses bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route({
      method: ['GET', 'POST'],
      url: '/*',
      schema: hidden,
      handler: async ({ raw, id }, reply) => {
        await choices()
        const provider = await builtIn.provider()
        reply.hijack()
        reply.raw.setHeader('x-request-id', id)
        reply.raw.setHeader('x-content-type-options', 'nosniff')
        reply.raw.setHeader('referrer-policy', 'same-origin')
        const { url = '' } = raw
        // As middleware expects it, relative to its mount path.
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
