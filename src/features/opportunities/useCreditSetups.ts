import { asApiError, type ApiError } from '../../api/kit/errors'
import { useCreditSetupsListQuery } from '../../api/creditSetupsApi'
import { useRows } from '../../api/kit/hooks'
import { unlimited } from '../../api/kit/queries'
import type { Row } from '../../contract'

/** The requested credit setups of a deal. */
export interface CreditSetups {
  /** By organization; undefined until loaded. */
  byOrganization: ReadonlyMap<number, Row<'creditSetups'>> | undefined
  error: ApiError | undefined
  retry: () => void
}

const noIds: readonly number[] = []

export const useCreditSetups = (opportunity: number): CreditSetups => {
  const { data, error, isFetching, refetch } = useCreditSetupsListQuery(
    { q: '', limit: unlimited, offset: 0, ordering: 'created_at', opportunity },
    { refetchOnMountOrArgChange: true },
  )
  const rows = useRows('creditSetups', data?.ids ?? noIds)
  return {
    byOrganization: data && new Map(rows.map((row) => [row.organization, row])),
    error: isFetching ? undefined : asApiError(error),
    retry: () => void refetch(),
  }
}
