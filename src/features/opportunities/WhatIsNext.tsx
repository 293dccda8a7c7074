import { Link } from 'react-router-dom'
import { activitiesApi } from '../../api/activitiesApi'
import { useRow } from '../../api/kit/hooks'
import { todosApi } from '../../api/todosApi'
import type { Row } from '../../contract'
import { TimeText } from '../../resources/activities/TimeText'
import { NewestFiles } from '../../resources/files/NewestFiles'
import { SidePart } from '../../resources/kit/SidePart'
import { objectIdOf, opportunityPaths } from '../../resources/opportunities/paths'
import { openStates, taskPaths } from '../../resources/tasks/paths'
import { DateText } from '../../ui/value/DateText'

const one = { q: '', limit: 1, offset: 0 } as const
const bar = <span className="bar" />

/** The open task of the opportunity's organizations that is due first. */
const NextTask = ({ organizations }: Pick<Row<'opportunities'>, 'organizations'>) => {
  const { data } = todosApi.list.useQuery(
    { ...one, ordering: 'due_date', status: openStates, organizations: organizations.join() },
    { skip: organizations.length === 0, refetchOnMountOrArgChange: true },
  )
  const task = useRow('todos', data?.ids[0])
  if (organizations.length > 0 && !data) return bar
  if (!task) return <span className="quiet">No task is open for its organizations.</span>
  return (
    <>
      <Link to={taskPaths.details(task.id)}>{task.name}</Link>
      <span className="quiet">
        {' '}
        due <DateText value={task.due_date} format="day" />
      </span>
    </>
  )
}

/** The activity about the opportunity that begins last. */
const LatestActivity = ({ id }: { id: number }) => {
  const { data } = activitiesApi.list.useQuery(
    { ...one, ordering: '-start', deal: id },
    { refetchOnMountOrArgChange: true },
  )
  const activity = useRow('activities', data?.ids[0])
  if (!data) return bar
  if (!activity) return <span className="quiet">No meeting or call is scheduled.</span>
  return (
    <>
      {activity.title}{' '}
      <span className="quiet">
        <TimeText seconds={activity.start} isWhole={activity.all_day} />
      </span>
    </>
  )
}

interface WhatIsNextProps {
  id: number
  /** Undefined until loaded. */
  opportunity: Row<'opportunities'> | undefined
}

/** The newest files of an opportunity, its next task and its latest activity, side by side. */
export const WhatIsNext = ({ id, opportunity }: WhatIsNextProps) => (
  <div className="what-is-next">
    <SidePart title="Next task">
      {opportunity ? <NextTask organizations={opportunity.organizations} /> : bar}
    </SidePart>
    <SidePart title="Latest activity">
      <LatestActivity id={id} />
    </SidePart>
    <SidePart title="Files">
      <NewestFiles objectId={objectIdOf(id)} to={opportunityPaths.tab(id, 'files')} />
    </SidePart>
  </div>
)
