import type { OpenDatabase } from '../../db/dialects'
import { embeddedEvents } from './embedded'
import type { Events } from './index'
import { postgresEvents } from './postgres'

/** Opens the adapter for the configured database, and publishes the changes of its transactions. */
export async function openEvents(
  { databaseUrl }: { databaseUrl: string | null },
  database: OpenDatabase,
  warn: (error: unknown) => void,
): Promise<Events> {
  const events =
    databaseUrl === null ? embeddedEvents(database) : await postgresEvents(database, databaseUrl, warn)
  const { publish } = events
  database.commitListeners.add(publish)
  return {
    ...events,
    close: async () => {
      database.commitListeners.delete(publish)
      await events.close()
    },
  }
}
