import { hostname } from 'node:os'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import {
  connectionKeys,
  connectionsPath,
  connectionStatuses,
  tryConnectionPath,
  type ConnectionKey,
  type ConnectionsAnswer,
  type ConnectionView,
} from '../../src/contract/connections'
import { oneOf } from '../../src/contract/schema'
import { documentRoute } from '../kit/http/documentation'
import { notFound } from '../kit/errors'
import { assertMayConnect } from '../kit/policy'
import type { Connection } from '../ports/outside'
import { route } from '../kit/http/route'

const moment = Type.String({ format: 'date-time', examples: ['2027-03-01T15:00:00.000Z'] })
const view = Type.Object({
  key: oneOf(connectionKeys),
  status: oneOf(connectionStatuses),
  address: Type.Union([Type.String(), Type.Null()]),
  can_try: Type.Boolean(),
  waiting: Type.Union([Type.Integer(), Type.Null()]),
  last_success: Type.Union([moment, Type.Null()]),
  last_error: Type.Union([Type.Object({ at: moment, why: Type.String() }), Type.Null()]),
})
const answer = Type.Object({
  results: Type.Array(view),
  process: Type.Object(
    { name: Type.String(), started_at: moment },
    { description: 'Who has seen the connections so; other processes may have seen other things.' },
  ),
})

/** The states of the connections to external systems, and tests of them, for the provider's team (TRUST-26). */
export function connectionRoutes(app: FastifyInstance): void {
  const started_at = new Date().toISOString()
  const found = (key: ConnectionKey) => app.outside.connections.find(({ options }) => options.key === key)

  route(app, {
    method: 'GET',
    path: connectionsPath,
    document: documentRoute('Connections', 'See how the connections stand', answer, null, [409]),
    handler: async ({ caller }): Promise<ConnectionsAnswer> => {
      assertMayConnect(caller)
      return {
        results: await Promise.all(connectionKeys.map((key) => viewOf(key, found(key)))),
        process: { name: `${hostname()}, process ${process.pid}`, started_at },
      }
    },
  })

  route(app, {
    method: 'POST',
    path: tryConnectionPath(':key'),
    document: {
      ...documentRoute('Connections', 'Try a connection now', view, null, [404, 409]),
      params: Type.Object({ key: Type.String() }),
    },
    handler: async ({ caller, params, log }): Promise<ConnectionView> => {
      assertMayConnect(caller)
      const key = connectionKeys.find((known) => known === params.key)
      const connection = key && found(key)
      if (!key || !connection?.options.probe) throw notFound('Connection')
      // The result is part of the answer.
      await connection.probe().catch((err: unknown) => log.warn({ err }, 'a connection that was tried fails'))
      return viewOf(key, connection)
    },
  })
}

async function viewOf(key: ConnectionKey, connection: Connection | undefined): Promise<ConnectionView> {
  if (!connection)
    return {
      key,
      status: 'built in',
      address: null,
      can_try: false,
      waiting: null,
      last_success: null,
      last_error: null,
    }
  const { options, state } = connection
  const { lastSuccess, lastError, isOpen } = state
  const failing = lastError !== null && (lastSuccess === null || lastError.at > lastSuccess)
  return {
    key,
    status: isOpen ? 'left alone' : failing ? 'failing' : lastSuccess === null ? 'not tried yet' : 'working',
    address: options.origins.join(', '),
    can_try: options.probe !== undefined,
    waiting: (await options.waiting?.()) ?? null,
    last_success: lastSuccess === null ? null : new Date(lastSuccess).toISOString(),
    last_error: lastError && { at: new Date(lastError.at).toISOString(), why: lastError.why },
  }
}
