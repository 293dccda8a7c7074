/** Exports all that is known of a contact, and erases a contact on request (PRIV-1, PRIV-3). */
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { contract } from '../../src/contract'
import { eraseInput, erasePath, erasureStates, personalDataPath } from '../../src/contract/erasures'
import { integer, type Field } from '../../src/contract/fields'
import { problems } from '../../src/contract/problems'
import { oneOf, schemaName } from '../../src/contract/schema'
import { nowOf } from '../db/clock'
import { runInSlot } from '../kit/admission/requestSlot'
import { invalidFields } from '../kit/errors'
import { auditRead } from '../kit/http/auditRead'
import { disposition } from '../kit/http/disposition'
import {
  documentRoute,
  failures,
  idempotencyDocs,
  idParams,
  versionParameter,
} from '../kit/http/documentation'
import { replyOnce, runIdempotent } from '../kit/http/idempotency'
import { route } from '../kit/http/route'
import { attempt, expectedVersion, toId } from '../kit/http/routes'
import { assertMayErase, assertMayExportPersonalData } from '../kit/policy'
import { resourceOf } from '../kit/registry'
import { eraseContact } from './erasures/erase'
import { answerOf } from './erasures/kept'
import { personalDataFile } from './personalData/file'
import { readSubject } from './personalData/subject'

const moment = Type.String({ format: 'date-time', examples: ['2027-03-12T22:00:00.000Z'] })
const recordId = Type.Integer({ minimum: 1 })

const erasureSchema = Type.Object({
  erasure_id: recordId,
  contact: recordId,
  reason: Type.String({ examples: ['Request of 12 March 2027'] }),
  requested_by: Type.Union([Type.Integer(), Type.Null()]),
  requested_at: moment,
  state: oneOf(erasureStates, { description: '`running`: the background erases copies of its values.' }),
  ended_at: Type.Union([moment, Type.Null()]),
})

const orderFields = {
  version: integer({
    min: 1,
    apiDescription: 'That of the contact, as it was seen; `If-Match` says the same.',
  }),
  ...eraseInput.fields,
} as const satisfies Record<string, Field>

export function personalDataRoutes(app: FastifyInstance): void {
  const { database } = app
  const resource = resourceOf('contacts')
  const tag = schemaName(contract.contacts)

  route(app, {
    method: 'GET',
    path: personalDataPath(':id'),
    exposeHeadRoute: false,
    document: {
      ...documentRoute(tag, 'Export all that is known of a contact', null, null, [404, 409]),
      description:
        'A ZIP file: `data.json`, a summary to read, and the files. It does not have what is private to other users, and says so. Also of a contact in the trash.',
      params: idParams,
      response: {
        200: {
          description: 'The file.',
          content: { 'application/zip': { schema: Type.String({ format: 'binary' }) } },
        },
        ...failures(404, 409),
      },
    },
    handler: async (request, reply) => {
      const { caller } = request
      assertMayExportPersonalData(caller)
      const id = toId(resource, request.params.id)
      await request.slot.takeLong(1)
      const subject = await readSubject(database, id)
      await runInSlot(request, 'write', () =>
        auditRead(request, caller, {
          action: 'export personal data',
          resource: 'contacts',
          recordId: id,
          after: { contacts: subject.ids },
        }),
      )
      const now = nowOf(database.db)
      return reply
        .headers({
          'content-disposition': disposition(
            'attachment',
            `Contact ${id} ${now.toISOString().slice(0, 10)}.zip`,
          ),
          'cache-control': 'no-store',
        })
        .type('application/zip')
        .send(personalDataFile(app, subject, { reader: caller, at: now }))
    },
  })

  const order = documentRoute(tag, 'Erase the personal data of a contact', null, orderFields)
  route(app, {
    method: 'POST',
    path: erasePath(':id'),
    document: {
      ...order,
      description:
        'For good, also of a contact in the trash: its values, notes, files and links. Copies of them in the audit, in imports and elsewhere are erased in the background. What stays: that there was a contact with this id, and who has erased it, when and why.',
      params: idParams,
      headers: Type.Composite([
        idempotencyDocs.headers,
        versionParameter(contract.contacts).headers ?? Type.Object({}),
      ]),
      response: {
        200: { ...erasureSchema, description: 'The erasure.', headers: idempotencyDocs.answerHeaders },
        ...failures(404, 409, 422),
      },
    },
    handler: async (request, reply, readBody) => {
      assertMayErase(request.caller)
      const id = toId(resource, request.params.id)
      const version = expectedVersion(request, resource, id)
      const { name, reason } = await readBody()
      if (version === null) throw invalidFields({ version: problems.required })
      const answer = await attempt(request, resource, () =>
        runIdempotent(request, async (write) => ({
          status: 200,
          body: answerOf(await eraseContact(write, id, { version, name, reason })),
        })),
      )
      app.erasures.wake()
      request.log.info(
        { contact: id, erasure: answer.body.erasure_id, at: answer.body.requested_at },
        'a contact was erased on request',
      )
      return replyOnce(reply, answer).send(answer.body)
    },
  })
}
