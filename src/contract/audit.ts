/** The audit as the provider's team reads it (AUD-4). */
import type { FieldChange } from './history'

/** GET lists rows, the newest first; `export/` below gives them as a file. */
export const auditPath = '/api/audit/'
export const auditExportPath = `${auditPath}export/`

/** Rows of one page. */
export const maxAuditPage = 50
/** Rows of one export at most. */
export const maxAuditExport = 100_000

/** What rows name beside kinds of records, with titles. */
export const otherSubjects = {
  sessions: 'Session',
  webhooks: 'Webhook',
  audit: 'Audit',
  backup: 'Backup',
} as const

/** A row: who did what, when and from where. */
export interface AuditRow {
  id: number
  at: string
  /** The user; null: the server itself, or one who is not known. */
  actor: number | null
  actor_name: string | null
  action: string
  resource: string
  record_id: number | null
  /** The network address of the request; null for what the server does by itself. */
  address: string | null
  /** The API token of the request. */
  token_id: number | null
  /** How often it has happened within its minute. */
  count: number
  changes: FieldChange[]
}

export interface AuditPage {
  results: AuditRow[]
  /** Parameter `before` of the next page; null on the last one. */
  next: number | null
}

/** What rows are filtered by; days are those of UTC. */
export interface AuditFilters {
  actor?: number | undefined
  resource?: string | undefined
  action?: string | undefined
  record_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
}
