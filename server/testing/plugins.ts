import fp from 'fastify-plugin'

/** Takes the place of a plugin that another one depends on, with the decorators that it uses. */
export const stubPlugin = (name: string, decorators: Record<string, unknown> = {}) =>
  fp(
    async (app) => {
      for (const [key, value] of Object.entries(decorators)) app.decorate(key, value)
    },
    { name },
  )
