import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { asApiError } from '../../api/kit/errors'
import { useAppDispatch, useAppStore, useRow } from '../../api/kit/hooks'
import { useDefaultView, useViewChoicesQuery, viewsApi } from '../../api/viewsApi'
import type { Row } from '../../contract'
import { viewedLists, type ViewedList } from '../../contract/views'
import { columnsChosen, densityChosen } from '../../store/preferences'
import { toastShown } from '../../store/toasts'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import type { ListViews } from '../../ui/list/ListScreen'
import type { ListControl } from '../../ui/list/useListState'
import { lazyComponent } from '../../ui/page/lazyComponent'
import { ToolbarPanel } from '../../ui/table/ToolbarPanel'
import { differs, useLook } from './look'
import type { ViewTask } from './ViewPanel'
import './views.css'

const ViewPanel = lazyComponent(
  async () => (await import('./ViewPanel')).ViewPanel,
  'The views could not be loaded.',
  <p role="status">Loading...</p>,
)
const ViewDialog = lazyDialog(async () => (await import('./ViewDialog')).ViewDialog)
const DeleteView = lazyDialog(async () => (await import('./ViewDialog')).DeleteView)

/** Applies the columns and the density of a view once, when it is opened or changed by another user. */
const useLookOf = (of: ViewedList, view: Row<'views'> | undefined) => {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  useEffect(() => {
    if (!view) return
    const { hidden_columns: hidden, shown_columns: shown, density } = view
    const { shares = {} } = store.getState().preferences.columns[of] ?? {}
    dispatch(columnsChosen({ list: of, choice: { hidden, shown, shares } }))
    dispatch(densityChosen(density))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- other changes of the row are of no matter
  }, [of, view?.view_id, view?.version])
}

/** Tells that the view of the address was deleted, or is not shared, and leaves it out of the address. */
const useLoss = (isLost: boolean, act: ListControl['act']) => {
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (!isLost) return
    dispatch(toastShown({ kind: 'error', title: 'Views', text: 'This view is not there any more.' }))
    act({ type: 'viewLost' })
  }, [isLost, act, dispatch])
}

interface ViewsProps {
  of: ViewedList
  list: ListControl
}

/** The saved views of a list: opens one, and saves the list as one (VIEW-2). */
const SavedViews = ({ of, list }: ViewsProps) => {
  const id = list.state.view ?? 0
  const { error, isFetching } = viewsApi.row.useQuery(id, { skip: id === 0 })
  const current = useRow('views', id)
  const isKnown = current?.list === of
  /** The view that the user deletes, whose end is no surprise. */
  const [deleted, setDeleted] = useState<number | null>(null)
  const isAbsent = asApiError(error)?.status === 404 || (current !== undefined && !isKnown)
  useLoss(id !== 0 && id !== deleted && !isFetching && isAbsent, list.act)
  useLookOf(of, isKnown ? current : undefined)
  const look = useLook(of)
  const [task, setTask] = useState<ViewTask | null>(null)
  const isChanged = isKnown && (!list.isAt(current.query) || differs(look, current))
  const end = () => setTask(null)
  const begin = (next: ViewTask) => {
    setDeleted(next.dialog === 'delete' ? next.view.view_id : null)
    setTask(next)
  }
  return (
    <>
      <ToolbarPanel
        {...(isKnown
          ? { label: `View: ${current.name}`, mark: isChanged ? '(changed)' : '' }
          : { label: 'Views' })}
        icon={<FolderOpenOutlined aria-hidden />}
      >
        {(close) => (
          <ViewPanel
            of={of}
            list={list}
            current={isKnown ? current : undefined}
            isChanged={isChanged}
            begin={begin}
            close={close}
          />
        )}
      </ToolbarPanel>
      {task?.dialog === 'new' && <ViewDialog of={of} list={list} close={end} />}
      {task?.dialog === 'edit' && <ViewDialog of={of} list={list} view={task.view} close={end} />}
      {task?.dialog === 'delete' && <DeleteView list={list} view={task.view} close={end} />}
    </>
  )
}

/** Opens a list with the view that its address names alone, or with the user's own default (VIEW-2, VIEW-3). */
const Opening = ({ of, list: { state, isLeftToView, act } }: ViewsProps) => {
  const { key } = useLocation()
  const isKnown = useViewChoicesQuery().data !== undefined
  const chosen = useDefaultView(of)
  const id = isLeftToView ? (state.view ?? 0) : 0
  const { isFetching } = viewsApi.row.useQuery(id, { skip: id === 0 })
  const named = useRow('views', id)
  const arrival = useRef(key)
  /** The entry of the session history that is settled: a default that is chosen later does not change what is shown. */
  const settled = useRef<string | null>(null)
  useEffect(() => {
    if (settled.current === key) return
    if (isLeftToView && id !== 0) {
      if (isFetching || named?.list !== of) return
      settled.current = key
      act({ type: 'openedWith', view: id, query: named.query })
      return
    }
    // What was cleared before the choices are known shows all.
    if (isLeftToView && !isKnown && key === arrival.current) return
    settled.current = key
    if (isLeftToView && chosen) act({ type: 'openedWith', view: chosen.view, query: chosen.query })
  }, [key, of, isLeftToView, id, isFetching, named, isKnown, chosen, act])
  return null
}

/** The saved views of a resource's list page; undefined for a resource without. A constant. */
export const savedViewsOf = (resource: string): ListViews | undefined => {
  const of = viewedLists.find((viewed) => viewed === resource)
  return (
    of && {
      Menu: ({ list }) => <SavedViews of={of} list={list} />,
      Opening: ({ list }) => <Opening of={of} list={list} />,
    }
  )
}
