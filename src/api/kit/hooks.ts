import type { Store } from '@reduxjs/toolkit'
import { shallowEqual, useDispatch, useSelector, useStore } from 'react-redux'
import { idOf, type ResourceName, type Row } from '../../contract'
import { hiddenFieldsOf, isRestricted, refusalOf, rightRefusal, type Change } from '../../contract/policy'
import type { Right } from '../../contract/roles'
import { selectIdentity } from '../../store/currentUser'
import { selectRow, selectRows } from '../../store/entities'
import { isNameOnly } from '../../store/nameOnly'
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

/** Those of some records that the user sees, as far as is known: of the others only the name is (TEAM-6). */
export const useSeenIds = (resource: ResourceName, ids: readonly number[]): readonly number[] => {
  const hidden = useRows(resource, ids)
    .filter(isNameOnly)
    .map((row) => idOf(resource, row))
  return ids.filter((id) => !hidden.includes(id))
}

/**
 * Whether the signed-in user may create, change or remove a record by the server's access rules, and why not. Until the
 * user is loaded, nothing is allowed, without a reason.
 */
export const usePermission = <N extends ResourceName>(
  resource: N,
  change: Change,
  record?: Readonly<Partial<Row<N>>>,
): { isAllowed: boolean; reason: string | null } => {
  const who = useAppSelector(selectIdentity)
  if (!who) return { isAllowed: false, reason: null }
  const reason = refusalOf(who, resource, change, record)
  return { isAllowed: reason === null, reason }
}

/** Why the signed-in user lacks a right, as a sentence; null where not, and until the user is loaded. */
export const useRightRefusal = (right: Right): string | null => {
  const who = useAppSelector(selectIdentity)
  return who && rightRefusal(who, right)
}

/** The fields that the signed-in user neither sees nor writes; none until the user is loaded. */
export const useHiddenFields = (resource: ResourceName): readonly string[] => {
  const who = useAppSelector(selectIdentity)
  return who ? hiddenFieldsOf(who, resource) : []
}

/**
 * Whether the user may make such a change of a record, by default of any: what no user type is refused is offered until the user
 * is loaded.
 */
export const useIsAllowed = <N extends ResourceName>(
  resource: N,
  change: Change,
  record?: Readonly<Partial<Row<N>>>,
): boolean => {
  const { isAllowed, reason } = usePermission(resource, change, record)
  return isAllowed || (reason === null && !isRestricted(resource, change))
}
