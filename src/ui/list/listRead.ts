import { contract, type ResourceName } from '../../contract'
import type { ListArgs } from '../../api/kit/queries'
import { readOf, type ReadAt } from '../page/pageRoute'
import { listArgs } from './listArgs'
import { readListState } from './listState'

type Readable<N extends ResourceName> = Parameters<typeof readOf<ListArgs<N>>>[0]

/** The read of a list's page, by the list state in its URL. */
export const listRead =
  <N extends ResourceName>(resource: N, endpoint: Readable<N>): ReadAt =>
  ({ search }) =>
    readOf(endpoint, listArgs<N>(readListState(new URLSearchParams(search), contract[resource])))
