import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Config } from '../config'
import type { OpenDatabase } from '../db/dialects'
import type { Secrets } from '../kit/crypto/secrets'
import type { ExternalSystems } from '../ports/outside'
import type { Sessions } from '../services/sessions'
import { abortedRequests } from '../kit/admission/abortedRequests'
import { diskReserve, type FreeBytes } from '../kit/admission/diskReserve'
import { pipelinedRequests } from '../kit/admission/pipelinedRequests'
import { requestBudget, type RequestBudget } from '../kit/admission/requestBudget'
import { slowRequestTimeout, type SlowRequestLimits } from '../kit/admission/slowRequestTimeout'
import { turnAdmission } from '../kit/admission/turnAdmission'
import { apiDocument } from './apiDocument'
import { authentication } from './authentication'
import { compression } from './compression'
import { connectionDrain } from './connectionDrain'
import { earlyRefusals } from './earlyRefusals'
import { errors } from './errors'
import { etag } from './etag'
import { health } from './health'
import { hosts } from './hosts'
import { jsonBodies } from './jsonBodies'
import { methodsNotAllowed, routeMethods } from './methods'
import { metrics } from './metrics'
import { pages } from './pages'
import { parameters } from './parameters'
import { readerLimits } from './readerLimits'
import { responseHeaders } from './responseHeaders'
import { routes } from './routes'
import { bulkChanges } from './services/bulkChanges'
import { recordImports } from './services/recordImports'
import { auditRetention } from './services/auditRetention'
import { auditSealer } from './services/auditSealer'
import { bureau } from './services/bureau'
import { configuration } from './services/configuration'
import { database } from './services/database'
import { devices } from './services/devices'
import { directories } from './services/directories'
import { erasures } from './services/erasures'
import { events } from './services/events'
import { files } from './services/files'
import { fingerprints } from './services/fingerprints'
import { mail } from './services/mail'
import { market } from './services/market'
import { merges } from './services/merges'
import { notifications } from './services/notifications'
import { outside } from './services/outside'
import { profiles } from './services/profiles'
import { secondFactors } from './services/secondFactors'
import { sessions } from './services/sessions'
import { signedUrls } from './services/signedUrls'
import { sortKeys } from './services/sortKeys'
import { webhooks } from './services/webhooks'
import { uploads } from './services/uploads'

/** What an application is made of. */
export interface AppParts {
  config: Config
  database: OpenDatabase
  sessions: Sessions
  secrets: Secrets
  /** The folder of the built browser application. */
  publicDir: string
  /** Whether a shutdown has begun. */
  isStopping?: () => boolean
  /** Calls to external systems. */
  outside?: ExternalSystems
  /** Limits of concurrent requests. */
  limits?: RequestBudget
  /** Limits for slow bodies. */
  slowRequests?: SlowRequestLimits
  /** Measures the free space of the disk. */
  freeBytes?: FreeBytes
}

/** A plugin with its options. */
export interface Registration {
  plugin: FastifyPluginAsync<never>
  register: (app: FastifyInstance) => PromiseLike<unknown>
}

const use = <Options extends object>(
  plugin: FastifyPluginAsync<Options>,
  options: Options,
): Registration => ({ plugin, register: (app) => app.register(plugin, options) })

/**
 * All plugins, in one of the orders that their dependencies allow. Each names the plugins whose hooks run before its
 * own, and whose decorators it uses; Fastify refuses an order in which one of them is missing.
 */
export const plugins = (parts: AppParts): readonly Registration[] => [
  use(configuration, { config: parts.config }),
  use(database, { database: parts.database }),
  use(auditSealer, {}),
  use(auditRetention, {}),
  use(sessions, { sessions: parts.sessions }),
  use(devices, { secrets: parts.secrets }),
  use(secondFactors, { secrets: parts.secrets }),
  use(outside, { outside: parts.outside }),
  use(bureau, {}),
  use(directories, { secrets: parts.secrets }),
  use(events, {}),
  use(files, {}),
  use(sortKeys, {}),
  use(bulkChanges, {}),
  use(recordImports, {}),
  use(market, {}),
  use(merges, {}),
  use(erasures, {}),
  use(mail, { secrets: parts.secrets }),
  use(notifications, {}),
  use(uploads, {}),
  use(profiles, {}),
  use(signedUrls, { secrets: parts.secrets }),
  use(fingerprints, { secrets: parts.secrets }),
  use(webhooks, { secrets: parts.secrets }),

  use(connectionDrain, {}),
  use(slowRequestTimeout, { limits: parts.slowRequests }),
  use(errors, {}),
  use(responseHeaders, {}),
  use(pipelinedRequests, {}),
  use(earlyRefusals, {}),
  use(hosts, {}),
  use(turnAdmission, {}),
  use(authentication, {}),
  use(etag, { secrets: parts.secrets }),
  use(parameters, {}),
  use(jsonBodies, {}),
  use(abortedRequests, {}),
  use(requestBudget, { limits: parts.limits }),
  use(diskReserve, { freeBytes: parts.freeBytes }),
  use(readerLimits, {}),
  use(compression, {}),
  use(metrics, {}),

  use(routeMethods, {}),
  use(apiDocument, {}),
  use(routes, {}),
  use(health, { isStopping: parts.isStopping }),
  use(pages, { publicDir: parts.publicDir }),
  use(methodsNotAllowed, {}),
]
