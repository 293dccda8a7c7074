import type { Config } from './config'
import type { OpenDatabase } from './db/dialect'
import type { Caller } from './kit/context'
import type { Fingerprints } from './kit/http/idempotency'
import type { SignedUrls } from './kit/present/signedUrls'
import type { Bureau } from './ports/bureau'
import type { Directories } from './ports/directory/open'
import type { Events } from './ports/events'
import type { FileStore } from './ports/files'
import type { MailService } from './ports/mail/open'
import type { Outside } from './ports/outside'
import type { ProfileFetcher } from './ports/profiles'
import type { Lanes, Place } from './plugins/budget'
import type { Sessions } from './sessions'

declare module 'fastify' {
  interface FastifyInstance {
    config: Config
    database: OpenDatabase
    sessions: Sessions
    bureau: Bureau
    directories: Directories
    events: Events
    mail: MailService
    files: FileStore
    outside: Outside
    profiles: ProfileFetcher
    signedUrls: SignedUrls
    fingerprints: Fingerprints
    lanes: Lanes
  }
  interface FastifyRequest {
    /** Set before the handler of every route that is not public. */
    caller: Caller
    /** The state of the data before the answer was read, as OpenDatabase.version says; set with the caller. */
    dataVersion: string
    /** Tells this answer from others at its address; set where the route is `tagged`. */
    tag: string | null
    /** Among what is read at the same time; set with the caller. */
    place: Place
    /** The file that came with the body, where one did. */
    sentFile: { name: string | null; type: string; sha256: string } | null
  }
  interface FastifyContextConfig {
    /** Answered without a session; plugins/plugins.test.ts names every such route of the API. */
    public?: true
    /** Answered whatever the request's Host header says. */
    anyHost?: true
    /** Its answers follow from the data, the session and the address alone: they carry an ETag, see plugins/tags.ts. */
    tagged?: true
    /** Its answers carry secrets, or what opens something, and are never packed. */
    secret?: true
    /** It writes, and takes its place among the writes by itself: its body is read in its handler. */
    ownTurn?: true
    /** Its path holds a secret: logs name the route instead (TRUST-8). */
    secretPath?: true
  }
}
