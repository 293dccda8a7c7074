import { asApiError } from '../../api/kit/errors'
import { useRows } from '../../api/kit/hooks'
import { allStates, statesApi } from '../../api/statesApi'

const noIds: readonly number[] = []

/** Every state, ordered by name; undefined while loading. */
export const useStates = () => {
  const { data, error, refetch } = statesApi.endpoints.statesList.useQuery(allStates)
  const states = useRows('states', data?.ids ?? noIds)
  return {
    states: data && states,
    problem: data ? undefined : asApiError(error),
    retry: () => void refetch(),
  }
}
