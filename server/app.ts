import type { Server } from 'node:http'
import Fastify, { type FastifyInstance } from 'fastify'
import { serverOptions } from './http/options'
import { plugins, type AppParts } from './http/plugins'

/** The HTTP application, not yet listening. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const app = Fastify<Server>(serverOptions(parts.config))
  for (const { register } of plugins(parts)) await register(app)
  return app
}
