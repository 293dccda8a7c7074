import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import { sourcesOf, type Sources } from '../ports/chat/sources'
import { reads } from '../kit/admission/requestSlot'
import { allPublic } from '../kit/http/allPublic'
import { registerScope } from '../kit/http/registerScope'
import { sendError } from './errors'

/** Prefixes of the API: unknown addresses below them are a JSON 404, never the page. */
const apiPrefixes = ['/api/', '/rest/', '/nylas/', '/activities/api/']

const originsOf = (address: string | undefined): readonly string[] =>
  address ? [new URL(address).origin] : []

/** One page serves every screen; scripts and styles run by the nonce of this answer only (TRUST-3). */
const contentSecurityPolicy = (nonce: string, more: Sources): string => {
  const policy: Sources & Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    // A chat's script is loaded by one of the application's, which 'strict-dynamic' allows.
    'script-src': [`'nonce-${nonce}'`, "'strict-dynamic'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
  }
  for (const [directive, sources] of Object.entries(more))
    policy[directive] = [...(policy[directive] ?? []), ...sources]
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

export interface PagesOptions {
  /** The folder of the built browser application. */
  publicDir: string
}

/** Serves the built browser application from a folder, precompressed, and its page at every other address. */
export const pages = fp(
  async (app: FastifyInstance, { publicDir: folder }: PagesOptions) => {
    const { mapTiles, chat } = app.config
    // Only the configured map and chat servers are allowed as sources (TRUST-3).
    const ofChat: Sources = chat ? sourcesOf(chat) : {}
    const allowed: Sources = {
      ...ofChat,
      'img-src': [...originsOf(mapTiles?.url), ...(ofChat['img-src'] ?? [])],
    }
    const shellFile = path.join(folder, 'index.html')
    const shell = existsSync(shellFile) ? readFileSync(shellFile, 'utf8') : undefined

    if (shell !== undefined)
      await registerScope(app, 'citygate-built-files', async (files) => {
        // The sign-in page needs them without a session.
        allPublic(files)
        await files.register(fastifyStatic, {
          root: folder,
          index: false,
          wildcard: false,
          preCompressed: true,
          dotfiles: 'ignore',
          globIgnore: ['**/*.map', '**/*.html', '**/*.br', '**/*.gz', '**/.*'],
          cacheControl: false,
          setHeaders: (response, file) => {
            const isHashed = file.includes(`${path.sep}assets${path.sep}`)
            void response.header(
              'cache-control',
              isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
            )
          },
        })
      })

    app.setNotFoundHandler((request, reply) =>
      shell !== undefined && reads(request) && isPage(request.url)
        ? sendShell(reply, shell, allowed)
        : sendError(reply, 404),
    )
  },
  {
    name: 'citygate-pages',
    dependencies: ['citygate-configuration', 'citygate-authentication', 'citygate-route-methods'],
  },
)

/** The normalized path of an address. */
function addressIn(url: string): string {
  // The router ignores the same parts, and has refused what cannot be decoded.
  const spelled = url.replace(/^[a-z]+:\/\/[^/?]*/i, '').split(/[?#]/)[0] ?? ''
  return decodeURIComponent(spelled).replaceAll(/\/{2,}/g, '/')
}

/** Whether an address may be a screen, in any spelling: not of the API, not a file, not a dot file. */
function isPage(url: string): boolean {
  const address = addressIn(url)
  return (
    !apiPrefixes.some((prefix) => `${address}/`.toLowerCase().startsWith(prefix)) &&
    !/\/\.|\.(map|js|css|json|svg|png|ico|txt|webmanifest)$/.test(address)
  )
}

function sendShell(reply: FastifyReply, shell: string, allowed: Sources): FastifyReply {
  const nonce = randomBytes(16).toString('base64url')
  return reply
    .code(200)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', contentSecurityPolicy(nonce, allowed))
    .send(shell.replaceAll(/<(script|style) /g, `<$1 nonce="${nonce}" `))
}
