import { shallowEqual } from 'react-redux'
import { contract, type ResourceName } from '../../contract'
import type { ListArgs } from '../../api/kit/queries'
import type { Prime } from '../page/pageRoute'
import { listArgs } from './listArgs'
import { readListState } from './listState'

interface Initiated<N extends ResourceName> {
  initiate: (args: ListArgs<N>, options: { subscribe: false }) => ReturnType<Prime>
}

/** The prefetch, until its list is first rendered. */
let asked: { resource: ResourceName; args: object } | undefined

/** Whether a list was prefetched, so that its first render need not refetch. */
export const takePrimed = (resource: ResourceName, args: object): boolean => {
  const isIt = asked?.resource === resource && shallowEqual(asked.args, args)
  asked = undefined
  return isIt
}

/** Prefetches the list of a page at a URL, before it is rendered. */
export const primeList =
  <N extends ResourceName>(resource: N, { initiate }: Initiated<N>): Prime =>
  (search) => {
    const args = listArgs<N>(readListState(new URLSearchParams(search), contract[resource]))
    asked = { resource, args }
    return initiate(args, { subscribe: false })
  }
