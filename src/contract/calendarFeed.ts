import { text, timestamp, type RowOf } from './fields'

/** The signed-in user's own calendar feed: read (GET), created or given a new address (PUT), revoked (DELETE). */
export const ownFeedPath = '/api/users/me/calendar-feed/'

/** Whether a feed exists; its address is shown only when it is created (FEED-1). */
export interface CalendarFeed {
  /** When its address was created; null without a feed. */
  created_at: string | null
}

/** A feed that has just been created. */
export const madeCalendarFeed = {
  fields: {
    secret_address: text({
      required: true,
      secret: true,
      apiDescription:
        'The whole address to subscribe to; it opens the feed by itself, and is shown this once.',
    }),
    created_at: timestamp({ required: true }),
  },
} as const
export type MadeCalendarFeed = RowOf<typeof madeCalendarFeed>

/** Common prefix of the feed paths; the rest of each path is secret. */
export const feedsPath = '/api/calendar/'
/** Address of the feed with a secret; knowing the secret is the only authorization. */
export const feedPath = (secret: string) => `${feedsPath}${secret}.ics`
