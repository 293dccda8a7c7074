import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { ProfileFetcher } from '../../ports/profiles'
import { openProfiles } from '../../ports/profiles/open'

declare module 'fastify' {
  interface FastifyInstance {
    profileFetcher: ProfileFetcher
  }
}

export const profiles = fp(
  async (app: FastifyInstance) => {
    app.decorate('profileFetcher', openProfiles(app.config, app.outside))
  },
  { name: 'citygate-profiles', dependencies: ['citygate-configuration', 'citygate-outside'] },
)
