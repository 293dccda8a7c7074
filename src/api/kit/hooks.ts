import type { Store } from '@reduxjs/toolkit'
import { shallowEqual, useDispatch, useSelector, useStore } from 'react-redux'
import type { ResourceName, Row } from '../../contract'
import { hiddenFieldsOf, isRestricted, refusalOf, type Change } from '../../contract/policy'
import { selectCurrentUser } from '../../store/currentUser'
import { selectRow, selectRows } from '../../store/entities'
import type { AppDispatch, RootState } from './createStore'

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
/** For one-time reads in event handlers; displayed values use selectors. */
export const useAppStore = useStore.withTypes<Store<RootState>>()

/** A record by its id, or undefined if not loaded. */
export const useRow = <N extends ResourceName>(
  resource: N,
  id: number | null | undefined,
): Row<N> | undefined => useAppSelector((state) => selectRow(state, resource, id))

/** Records in the order of their ids. Changes only when one of these records does. */
export const useRows = <N extends ResourceName>(resource: N, ids: readonly number[]): Row<N>[] =>
  useAppSelector((state) => selectRows(state, resource, ids), shallowEqual)

/**
 * Whether the signed-in user may create, change or remove a record by the server's access rules, and why not. Until the
 * user is loaded, nothing is allowed, without a reason.
 */
export const usePermission = <N extends ResourceName>(
  resource: N,
  change: Change,
  record?: Readonly<Partial<Row<N>>>,
): { isAllowed: boolean; reason: string | null } => {
  const user = useAppSelector(selectCurrentUser)
  if (!user) return { isAllowed: false, reason: null }
  const reason = refusalOf(
    { userId: user.id, role: user.user_type, email: user.email },
    resource,
    change,
    record,
  )
  return { isAllowed: reason === null, reason }
}

/** The fields that the signed-in user neither sees nor writes; none until the user is loaded. */
export const useHiddenFields = (resource: ResourceName): readonly string[] => {
  const user = useAppSelector(selectCurrentUser)
  return user ? hiddenFieldsOf({ userId: user.id, role: user.user_type, email: user.email }, resource) : []
}

/** Whether the user may make such a change of any record: what is not restricted needs no loaded user. */
export const useIsAllowed = (resource: ResourceName, change: Change): boolean => {
  const { isAllowed } = usePermission(resource, change)
  return isAllowed || !isRestricted(resource, change)
}
