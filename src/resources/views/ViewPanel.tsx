import { Link } from 'react-router-dom'
import { useAppSelector, usePermission, useRows } from '../../api/kit/hooks'
import { useChooseViewMutation, useViewChoicesQuery, viewsApi } from '../../api/viewsApi'
import type { Row } from '../../contract'
import type { ViewChoice } from '../../contract/viewChoices'
import type { ViewedList } from '../../contract/views'
import { selectCurrentUser } from '../../store/currentUser'
import { Button } from '../../ui/antd/Button'
import { BusyButton } from '../../ui/feedback/BusyButton'
import type { ListControl } from '../../ui/list/useListState'
import { useLook } from './look'

/** What is done with views in a dialog: saving the list as a new one, naming or deleting one. */
export type ViewTask = { dialog: 'new' } | { dialog: 'edit' | 'delete'; view: Row<'views'> }

interface ViewPanelProps {
  of: ViewedList
  list: ListControl
  /** The view that the list began with, where the user may see it. */
  current: Row<'views'> | undefined
  /** Whether the list differs from it. */
  isChanged: boolean
  begin: (task: ViewTask) => void
  close: () => void
}

const most = 100
const noIds: readonly number[] = []

interface ViewListProps extends Pick<ViewPanelProps, 'list' | 'current' | 'close'> {
  title: string
  views: readonly Row<'views'>[]
  choices: readonly ViewChoice[]
}

const ViewList = ({ title, views, choices, list, current, close }: ViewListProps) =>
  views.length > 0 && (
    <section className="view-list" aria-label={title}>
      <h2>{title}</h2>
      {views.map(({ view_id, name, query }) => (
        <Link
          key={view_id}
          to={list.hrefAfter({ type: 'viewOpened', view: view_id, query })}
          aria-current={view_id === current?.view_id ? 'true' : undefined}
          onClick={close}
        >
          {name}
          {choices.some(({ view, is_default }) => view === view_id && is_default) && (
            <span className="quiet"> · default</span>
          )}
        </Link>
      ))}
    </section>
  )

const noChoices: readonly ViewChoice[] = []
const notChosen = { is_default: false, is_pinned: false }

/** What the user chooses of a view for themselves (VIEW-3, VIEW-4). */
const Choices = ({ view, choices }: { view: number; choices: readonly ViewChoice[] }) => {
  const [choose, { isLoading }] = useChooseViewMutation()
  const { is_default, is_pinned } = choices.find((choice) => choice.view === view) ?? notChosen
  return (
    <>
      <BusyButton
        size="small"
        busy={isLoading}
        onClick={() => void choose({ view, is_pinned, is_default: !is_default })}
      >
        {is_default ? 'No longer my default' : 'Make it my default'}
      </BusyButton>
      <BusyButton
        size="small"
        busy={isLoading}
        onClick={() => void choose({ view, is_default, is_pinned: !is_pinned })}
      >
        {is_pinned ? 'Take it off the menu' : 'Pin to the menu'}
      </BusyButton>
    </>
  )
}

/** The actions on the view that the list began with. */
const CurrentActions = ({
  of,
  list,
  current,
  isChanged,
  begin,
  close,
  choices,
}: ViewPanelProps & { current: Row<'views'>; choices: readonly ViewChoice[] }) => {
  const { isAllowed, reason } = usePermission('views', 'change', current)
  const { isAllowed: mayDelete } = usePermission('views', 'remove', current)
  const look = useLook(of)
  const [change, { isLoading }] = viewsApi.change.useMutation()
  const { view_id: id, version } = current
  const save = async () => {
    const { error } = await change({ id, version, body: { query: list.viewQuery, ...look } })
    if (!error) close()
  }
  return (
    <section className="view-actions" aria-label={`Actions of ${current.name}`}>
      {isChanged && (
        <>
          <BusyButton
            size="small"
            type="primary"
            busy={isLoading}
            disabled={!isAllowed}
            title={reason ?? undefined}
            onClick={() => void save()}
          >
            Save
          </BusyButton>
          <Button
            size="small"
            onClick={() => {
              list.act({ type: 'viewOpened', view: id, query: current.query })
              close()
            }}
          >
            Reset
          </Button>
        </>
      )}
      <Choices view={id} choices={choices} />
      {isAllowed && (
        <Button size="small" onClick={() => begin({ dialog: 'edit', view: current })}>
          Rename or share
        </Button>
      )}
      {mayDelete && (
        <Button size="small" danger onClick={() => begin({ dialog: 'delete', view: current })}>
          Delete
        </Button>
      )}
    </section>
  )
}

/** The content of the panel of saved views. */
export const ViewPanel = (props: ViewPanelProps) => {
  const { of, list, current, begin, close } = props
  const me = useAppSelector(selectCurrentUser)?.id
  const { data, error, refetch } = viewsApi.list.useQuery({
    q: '',
    limit: most,
    offset: 0,
    ordering: 'name',
    list: of,
  })
  const views = useRows('views', data?.ids ?? noIds)
  const { data: choices = noChoices } = useViewChoicesQuery()
  const shown = { list, current, close, choices }
  return (
    <div className="view-panel">
      <Link
        to={list.hrefAfter({ type: 'viewOpened', view: null, query: null })}
        aria-current={!list.state.view && list.isAt(null) ? 'true' : undefined}
        onClick={close}
      >
        All
      </Link>
      {error && !data && (
        <p role="alert">
          The views cannot be loaded.{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!error && !data && <p role="status">Loading...</p>}
      <ViewList {...shown} title="My views" views={views.filter(({ created_by }) => created_by === me)} />
      <ViewList {...shown} title="Shared views" views={views.filter(({ created_by }) => created_by !== me)} />
      {current && <CurrentActions {...props} current={current} choices={choices} />}
      <Button size="small" onClick={() => begin({ dialog: 'new' })}>
        {current ? 'Save as' : 'Save as a view'}
      </Button>
    </div>
  )
}
