import { shallowEqual } from 'react-redux'
import { contract, type ResourceName } from '../../contract'
import type { ListArgs } from '../../api/kit/queries'
import type { Prime } from '../page/pageRoute'
import { listArgs } from './listArgs'
import { readListState } from './listState'

interface Initiated<N extends ResourceName> {
  initiate: (args: ListArgs<N>, options: { subscribe: false }) => ReturnType<Prime>
}

/** What has been asked for, until its list is first drawn. */
let asked: { resource: ResourceName; args: object } | undefined

/** Whether a list that is drawn for the first time has been asked for before, so that it need not ask again. */
export const takePrimed = (resource: ResourceName, args: object): boolean => {
  const isIt = asked?.resource === resource && shallowEqual(asked.args, args)
  asked = undefined
  return isIt
}

/** Asks for the list that a page shows at an address, before it is drawn. */
export const primeList =
  <N extends ResourceName>(resource: N, { initiate }: Initiated<N>): Prime =>
  (search) => {
    const args = listArgs<N>(readListState(new URLSearchParams(search), contract[resource]))
    asked = { resource, args }
    return initiate(args, { subscribe: false })
  }
