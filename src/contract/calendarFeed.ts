/** Where the signed-in user's own calendar feed is read (GET), made or made anew (PUT), and revoked (DELETE). */
export const ownFeedPath = '/api/users/me/calendar-feed/'

/** Whether there is a feed; its address is shown only when it is made (FEED-1). */
export interface CalendarFeed {
  /** When its address was made; null where there is none. */
  created_at: string | null
}

/** A feed that has just been made. */
export interface MadeCalendarFeed {
  /** The whole address to subscribe to; whoever has it reads the feed, and it is shown this once. */
  secret_address: string
  created_at: string
}

/** What the paths of feeds have in common; beyond it they are secret. */
export const feedsPath = '/api/calendar/'
/** Where the feed with a secret is read, by whoever knows the secret. */
export const feedPath = (secret: string) => `${feedsPath}${secret}.ics`
