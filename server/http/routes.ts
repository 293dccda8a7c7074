import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { hasList } from '../../src/contract/exports'
import { hasHistory, isCorrespondent } from '../../src/contract/history'
import { bulkRoutes } from '../kit/http/bulkRoutes'
import { exportRoute } from '../kit/http/exportRoute'
import { historyRoute } from '../kit/http/historyRoute'
import { registerScope } from '../kit/http/registerScope'
import { readRoutes, trashRoutes, writeRoutes } from '../kit/http/routes'
import { timelineRoute } from '../kit/http/timelineRoute'
import { builtInPath } from '../ports/directory/builtIn'
import { resources } from '../resources'
import { builtInDirectoryRoutes } from '../resources/builtInDirectory.routes'
import { apiTokenRoutes } from '../resources/apiTokens.routes'
import { activityRoutes } from '../resources/activities.routes'
import { calendarFeedRoutes } from '../resources/calendarFeed.routes'
import { bureauRoutes } from '../resources/bureau.routes'
import { dayRoutes } from '../resources/day.routes'
import { viewChoiceRoutes } from '../resources/viewChoices.routes'
import { stageRoutes } from '../resources/stages.routes'
import { chatRoutes } from '../resources/chat.routes'
import { creditSetupRoutes } from '../resources/creditSetups.routes'
import { crystalProfileRoutes } from '../resources/crystalProfiles.routes'
import { connectionRoutes } from '../resources/connections.routes'
import { directoryRoutes } from '../resources/directory.routes'
import { duplicatePairRoutes } from '../resources/duplicatePairs.routes'
import { emailConfirmationRoutes } from '../resources/emailConfirmation.routes'
import { eventRoutes } from '../resources/events.routes'
import { fileRoutes } from '../resources/files.routes'
import { importRoutes } from '../resources/imports.routes'
import { mailRoutes } from '../resources/mail.routes'
import { mergeRoutes } from '../resources/merges.routes'
import { noteRoutes } from '../resources/notes.routes'
import { messageSource } from '../resources/messageTimeline'
import { notificationRoutes } from '../resources/notifications.routes'
import { organizationRoutes } from '../resources/organizationLogo.routes'
import { contractRoutes } from '../resources/contracts.routes'
import { quoteRoutes } from '../resources/quotes.routes'
import { usageRoutes } from '../resources/usage.routes'
import { supportRoutes } from '../resources/support.routes'
import { participantRoutes } from '../resources/participants.routes'
import { personalDataRoutes } from '../resources/personalData.routes'
import { profileRoutes } from '../resources/profiles.routes'
import { passwordResetRoutes } from '../resources/passwordReset.routes'
import { passwordRoutes } from '../resources/passwords.routes'
import { reportRoutes } from '../resources/reports.routes'
import { registrationRoutes } from '../resources/registration.routes'
import { requiredFactorRoutes } from '../resources/requiredFactors.routes'
import { secondFactorRoutes } from '../resources/secondFactor.routes'
import { secondFactorSignInRoutes } from '../resources/secondFactorSignIn.routes'
import { sessionRoutes } from '../resources/session.routes'
import { sessionsRoutes } from '../resources/sessions.routes'
import { webhookRoutes } from '../resources/webhooks.routes'
import { auditRoutes } from '../resources/audit.routes'
import { sourceNameRoutes } from '../resources/sourceNames.routes'
import { userRoutes } from '../resources/users.routes'

/** The routes that the declarations of the resources ask for. */
function generatedRoutes(app: FastifyInstance): void {
  const all = Object.values(resources)
  for (const resource of all.filter(({ routes }) => routes === 'all' || routes === 'undeletable')) {
    readRoutes(app, resource)
    writeRoutes(app, resource)
    if (resource.contract.trash) trashRoutes(app, resource)
  }
  for (const resource of all.filter(({ routes }) => routes === 'read')) readRoutes(app, resource)
  for (const resource of all.filter(({ name }) => hasHistory(name))) {
    historyRoute(app, resource)
    timelineRoute(app, resource, isCorrespondent(resource.name) ? messageSource : null)
  }
  for (const resource of all.filter(({ name }) => hasList(name))) exportRoute(app, resource)
}

/**
 * All areas of the API, in the order of the API document. Each is a plugin with a scope of its own; most have no
 * prefix, because the contract's paths are whole (docs/decisions/017-routes-without-prefixes.md).
 */
export const routes = fp(
  async (app: FastifyInstance) => {
    const areas = {
      generated: generatedRoutes,
      bulkChange: bulkRoutes,
      duplicatePair: duplicatePairRoutes,
      merge: mergeRoutes,
      personalData: personalDataRoutes,
      notification: notificationRoutes,
      organization: organizationRoutes,
      quote: quoteRoutes,
      contract: contractRoutes,
      day: dayRoutes,
      stages: stageRoutes,
      report: reportRoutes,
      viewChoices: viewChoiceRoutes,
      usage: usageRoutes,
      import: importRoutes,
      note: noteRoutes,
      file: fileRoutes,
      creditSetup: creditSetupRoutes,
      session: sessionRoutes,
      secondFactorSignIn: secondFactorSignInRoutes,
      secondFactor: secondFactorRoutes,
      requiredFactor: requiredFactorRoutes,
      sessions: sessionsRoutes,
      apiToken: apiTokenRoutes,
      directory: directoryRoutes,
      builtInDirectory: builtInDirectoryRoutes,
      registration: registrationRoutes,
      emailConfirmation: emailConfirmationRoutes,
      user: userRoutes,
      password: passwordRoutes,
      passwordReset: passwordResetRoutes,
      participant: participantRoutes,
      profile: profileRoutes,
      activity: activityRoutes,
      calendarFeed: calendarFeedRoutes,
      mail: mailRoutes,
      support: supportRoutes,
      chat: chatRoutes,
      mailService: app.mail.routes,
      bureau: bureauRoutes,
      connection: connectionRoutes,
      event: eventRoutes,
      crystalProfile: crystalProfileRoutes,
      sourceName: sourceNameRoutes,
      webhook: webhookRoutes,
      audit: auditRoutes,
    }
    for (const [area, plugin] of Object.entries(areas))
      await registerScope(
        app,
        `citygate-${area}-routes`,
        plugin,
        area === 'builtInDirectory' ? builtInPath : '',
      )
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
      'citygate-bulk-changes',
      'citygate-merges',
      'citygate-erasures',
      'citygate-sessions',
      'citygate-devices',
      'citygate-second-factors',
      'citygate-outside',
      'citygate-bureau',
      'citygate-directories',
      'citygate-events',
      'citygate-market',
      'citygate-files',
      'citygate-uploads',
      'citygate-mail',
      'citygate-profiles',
      'citygate-signed-urls',
      'citygate-fingerprints',
      'citygate-webhooks',
    ],
  },
)
