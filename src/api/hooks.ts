import { shallowEqual, useDispatch, useSelector } from 'react-redux'
import type { ResourceName, Row } from '../contract'
import { selectRow, selectRows } from '../store/entities'
import type { AppDispatch, RootState } from './createStore'

export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()

/** A record by its id, or undefined where no answer has brought it yet. */
export const useRow = <N extends ResourceName>(
  resource: N,
  id: number | null | undefined,
): Row<N> | undefined => useAppSelector((state) => selectRow(state, resource, id))

/** Records in the order of their ids. Changes only when one of these records does. */
export const useRows = <N extends ResourceName>(resource: N, ids: readonly number[]): Row<N>[] =>
  useAppSelector((state) => selectRows(state, resource, ids), shallowEqual)
