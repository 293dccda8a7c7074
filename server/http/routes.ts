import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { readRoutes, trashRoutes, writeRoutes } from '../kit/http/routes'
import { builtInPath } from '../ports/directory/builtIn'
import { plainResources, readOnlyResources } from '../resources'
import { builtInDirectoryRoutes } from '../resources/builtInDirectory.routes'
import { activityRoutes } from '../resources/activities.routes'
import { calendarFeedRoutes } from '../resources/calendarFeed.routes'
import { bureauRoutes } from '../resources/bureau.routes'
import { chatRoutes } from '../resources/chat.routes'
import { creditSetupRoutes } from '../resources/creditSetups.routes'
import { crystalProfileRoutes } from '../resources/crystalProfiles.routes'
import { connectionRoutes } from '../resources/connections.routes'
import { directoryRoutes } from '../resources/directory.routes'
import { emailConfirmationRoutes } from '../resources/emailConfirmation.routes'
import { eventRoutes } from '../resources/events.routes'
import { fileRoutes } from '../resources/files.routes'
import { mailRoutes } from '../resources/mail.routes'
import { noteRoutes } from '../resources/notes.routes'
import { organizationRoutes } from '../resources/organizationLogo.routes'
import { supportRoutes } from '../resources/support.routes'
import { participantRoutes } from '../resources/participants.routes'
import { profileRoutes } from '../resources/profiles.routes'
import { passwordRoutes } from '../resources/passwords.routes'
import { registrationRoutes } from '../resources/registration.routes'
import { sessionRoutes } from '../resources/session.routes'
import { sessionsRoutes } from '../resources/sessions.routes'
import { sourceNameRoutes } from '../resources/sourceNames.routes'
import { userRoutes } from '../resources/users.routes'

/** The routes of resources that need none of their own. */
function plainRoutes(app: FastifyInstance): void {
  for (const resource of plainResources) {
    readRoutes(app, resource)
    writeRoutes(app, resource)
    if (resource.contract.trash) trashRoutes(app, resource)
  }
  for (const resource of readOnlyResources) readRoutes(app, resource)
}

/**
 * All areas of the API, in the order of the API document. Each is a plugin with a scope of its own; most have no prefix,
 * because the contract's paths are whole (docs/decisions/017-routes-without-prefixes.md).
 */
export const routes = fp(
  async (app: FastifyInstance) => {
    await app.register(plainRoutes)
    await app.register(organizationRoutes)
    await app.register(noteRoutes)
    await app.register(fileRoutes)
    await app.register(creditSetupRoutes)
    await app.register(sessionRoutes)
    await app.register(sessionsRoutes)
    await app.register(directoryRoutes)
    await app.register(builtInDirectoryRoutes, { prefix: builtInPath })
    await app.register(registrationRoutes)
    await app.register(emailConfirmationRoutes)
    await app.register(userRoutes)
    await app.register(passwordRoutes)
    await app.register(participantRoutes)
    await app.register(profileRoutes)
    await app.register(activityRoutes)
    await app.register(calendarFeedRoutes)
    await app.register(mailRoutes)
    await app.register(supportRoutes)
    await app.register(chatRoutes)
    await app.register(app.mail.routes)
    await app.register(bureauRoutes)
    await app.register(connectionRoutes)
    await app.register(eventRoutes)
    await app.register(crystalProfileRoutes)
    await app.register(sourceNameRoutes)
  },
  {
    name: 'citygate-routes',
    dependencies: [
      'citygate-errors',
      'citygate-json-bodies',
      'citygate-authentication',
      'citygate-request-budget',
      'citygate-route-methods',
      'citygate-api-document',
      'citygate-configuration',
      'citygate-database',
      'citygate-sessions',
      'citygate-devices',
      'citygate-outside',
      'citygate-bureau',
      'citygate-directories',
      'citygate-events',
      'citygate-files',
      'citygate-uploads',
      'citygate-mail',
      'citygate-profiles',
      'citygate-signed-urls',
      'citygate-fingerprints',
    ],
  },
)
