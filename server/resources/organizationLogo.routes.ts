import multipart from '@fastify/multipart'
import { Type, type TSchema } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest, FastifySchema, RouteOptions } from 'fastify'
import { fileTooLarge, isImageType, notAnImage } from '../../src/contract/files'
import { isUnreachable } from '../db/dialects'
import { failures } from '../kit/http/documentation'
import { invalidFields } from '../kit/errors'
import { repeatedHeader } from '../kit/http/idempotency'
import { readRoutes, trashRoutes, writeRoutes } from '../kit/http/routes'
import { runInSlot } from '../kit/admission/requestSlot'
import { registerScope } from '../kit/http/registerScope'
import { contentRoute } from './content.routes'
import { chooseLogo, chosenLogo, detachLogo } from './organizationLogo'
import { organizations } from './organizations'
import { withTextState } from './states'
import { deleteContent, receiveUpload } from './uploads'

const tooLarge = () => invalidFields({ logo: fileTooLarge })

interface Documented extends FastifySchema {
  body: TSchema
  response: object
}

/** Documents that a route also accepts a form. */
const withForm = (schema: Documented): Documented & FastifySchema => ({
  ...schema,
  body: {
    content: {
      'application/json': { schema: schema.body },
      'multipart/form-data': { schema: Type.Intersect([schema.body, logoField]) },
    },
  } as unknown as TSchema,
  response: { ...schema.response, ...failures(413, 502, 507) },
})

const logoField = Type.Object({
  logo: Type.Optional(
    Type.String({
      format: 'binary',
      description: 'A PNG, JPEG, GIF or WebP image of at most 5,000,000 bytes.',
    }),
  ),
})

/**
 * Wraps the handler of a route whose body may contain an image. The write takes its slot once the image has arrived.
 */
const afterImage = ({ handler }: RouteOptions): RouteOptions['handler'] =>
  function (request, reply) {
    const handle = () => handler.call(this, request, reply)
    if (!request.isMultipart()) return handle()
    return runInSlot(request, 'upload', async () => {
      await receiveImage(request)
      return handle()
    })
  }

async function receiveImage(request: FastifyRequest): Promise<void> {
  const { files, config } = request.server
  const { fields, file } = await receiveUpload(request, files, { field: 'logo', tooLarge })
  request.body = fields
  if (file) chooseLogo(fields, file, config)
  if (file && !isImageType(file.mediaType)) throw invalidFields({ logo: notAnImage })
}

/**
 * The routes of organizations, whose writes also accept multipart/form-data: the fields of the organization, and
 * `logo`, an image (ORG-3). The image is stored first; the rest is then written like any other body.
 */
export async function organizationRoutes(app: FastifyInstance): Promise<void> {
  readRoutes(app, organizations)
  trashRoutes(app, organizations)

  await registerScope(app, 'citygate-organization-logo', async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false })

    scope.addHook('onRoute', (route) => {
      if (route.schema?.body) route.schema = withForm(route.schema as Documented)
      route.handler = afterImage(route)
    })

    scope.addHook('preHandler', async (request) => {
      request.body = withTextState(request.body)
    })

    // After a lost connection it is unknown whether the write was rolled back; the sweep finds out.
    scope.addHook('onError', async (request, _reply, error) => {
      const image = chosenLogo(request.body)
      if (image && !isUnreachable(error)) await deleteContent(request, app.files, image.key)
    })

    // A replayed answer keeps the image of the first request, not that of this one.
    scope.addHook('onSend', async (request, reply) => {
      const image = chosenLogo(request.body)
      if (image && reply.hasHeader(repeatedHeader)) await deleteContent(request, app.files, image.key)
    })

    writeRoutes(scope, organizations, {
      afterCommit: ({ body }) => {
        if (chosenLogo(body)) detachLogo(body as object)
      },
      afterRemoval: (request) => {
        const image = chosenLogo(request.body)
        if (image) void deleteContent(request, app.files, image.key)
      },
    })
  })

  contentRoute(app, {
    resource: organizations,
    field: 'logo',
    summary: 'Read the logo of an organization',
    find: async (id) => {
      const row = await app.database.db
        .selectFrom('organizations')
        .select('logo_key')
        .where('organization_id', '=', id)
        .executeTakeFirst()
      return row?.logo_key ? { content: row.logo_key, filename: 'logo', size: null } : null
    },
    // Visible to all who see the organization, in every list.
    audited: null,
  })
}
