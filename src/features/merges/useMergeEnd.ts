import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { api } from '../../api/kit/api'
import { useAppDispatch } from '../../api/kit/hooks'
import { tagsOfMerge } from '../../api/kit/mergeTags'
import type { MergedResource } from '../../contract/duplicatePairs'
import { rowRemoved } from '../../store/entities'
import { toastShown } from '../../store/toasts'
import { usePass } from '../../ui/navigationGuard/guards'
import type { MergeKind } from './kinds'

/** Ends a merge: leads to the record that is kept, and offers to take it back where it is known by its id (DUP-6). */
export const useMergeEnd = <N extends MergedResource>({ view }: MergeKind<N>, id: number, other: number) => {
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const pass = usePass()
  const { resource, path } = view
  const [end] = useState(() => (text: string, merge: number | undefined) => {
    pass(() => void navigate(path(id), { replace: true }))
    dispatch(rowRemoved({ resource, id: other }))
    dispatch(api.util.invalidateTags(tagsOfMerge(resource, [id])))
    const undo = merge === undefined ? {} : { undo: { resource, id, merge } }
    dispatch(toastShown({ kind: 'success', title: 'Merged', text, ...undo }))
  })
  return end
}
