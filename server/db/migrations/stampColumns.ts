import { sql } from 'kysely'
import type { Dialect } from '../dialect'

/** Who made and who changed a record, when, and how often it was written (API-6). */
export const stampColumns = ({ timestamp }: Dialect['types']) => sql`
    version integer not null,
    created_by integer references users (id),
    created_at ${timestamp} not null,
    modified_by integer references users (id),
    modified_at ${timestamp} not null`
