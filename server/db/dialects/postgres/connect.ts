import pg from 'pg'
import { parsers, typesWith } from './values'

/**
 * A connection of its own for work that may take hours, without the limits of those that serve requests.
 * @param own parsers beside the usual ones.
 */
export async function connect(
  connectionString: string,
  own: Readonly<Record<number, (value: string) => unknown>> = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    options:
      '-c timezone=UTC -c jit=off -c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c client_min_messages=warning',
    types: typesWith({ ...parsers, ...own }),
  })
  // A lost connection fails its running statement.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
