import { auditPath, type AuditFilters, type AuditPage } from '../contract/audit'
import { api } from './kit/api'

/** The audit, for the provider's team (AUD-4). Rows never change, and new ones come with every write. */
export const { useAuditQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    audit: build.query<AuditPage, AuditFilters & { before: number | null }>({
      query: ({ before, ...filters }) => ({
        url: auditPath,
        params: {
          ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
          ...(before !== null && { before }),
        },
      }),
      keepUnusedDataFor: 0,
    }),
  }),
})
