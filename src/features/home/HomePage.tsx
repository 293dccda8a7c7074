import { Link } from 'react-router-dom'
import { eventsApi } from '../../api/activitiesApi'
import { contractsApi } from '../../api/contractsApi'
import { dayApi, useDayQuery } from '../../api/dayApi'
import { asApiError } from '../../api/kit/errors'
import { useAppSelector, useRows } from '../../api/kit/hooks'
import { opportunitiesApi } from '../../api/opportunitiesApi'
import { todosApi } from '../../api/todosApi'
import { contract, nameOf, type Row } from '../../contract'
import { dayAt } from '../../contract/allDay'
import { noticeDays } from '../../contract/day'
import { me } from '../../contract/filters'
import { addDays } from '../../contract/gas/calendar'
import { activityPaths } from '../../resources/activities/paths'
import { ownWeek } from '../../resources/activities/shownIn'
import { TimeText } from '../../resources/activities/TimeText'
import { contractListRules } from '../../resources/contracts/listRules'
import { contractPaths } from '../../resources/contracts/paths'
import { viewOf } from '../../resources/kit/resourceView'
import { useMarketDay } from '../../resources/kit/useMarketDay'
import { dayCount, dayFactsOf } from '../../resources/opportunities/dayFacts'
import { opportunityListRules } from '../../resources/opportunities/listRules'
import { opportunityPaths } from '../../resources/opportunities/paths'
import { OrganizationName } from '../../resources/organizations/OrganizationName'
import { openStates, taskPaths } from '../../resources/tasks/paths'
import { selectOwnEmails } from '../../store/currentUser'
import { selectRecentRecords } from '../../store/recentRecords'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { PageHeader } from '../../ui/page/PageHeader'
import { useIsUnread } from '../../ui/page/pageRoute'
import { DateText } from '../../ui/value/DateText'
import { localDay, localToday } from '../../ui/value/days'
import { DueText } from '../../ui/value/DueText'
import { HomeBars, HomeList, HomePart } from './HomeList'
import './home.css'

/** Days ahead whose meetings are shown. */
const meetingDays = 7
/** Meetings at most; the others are in the calendar. */
const shownMeetings = 6

/** The numbers of the day, each leading to its list. */
const Numbers = () => {
  const { endpoints } = dayApi
  const isUnread = useIsUnread(endpoints.day, undefined)
  const { data, error, refetch } = endpoints.day.useQuery(undefined, { refetchOnMountOrArgChange: isUnread })
  const problem = asApiError(error)
  // Numbers that are known stay where they cannot be read anew.
  if (problem && !data)
    return (
      <ErrorState inline title="The day could not be read." error={problem} retry={() => void refetch()} />
    )
  return (
    <nav aria-label="Today" className="home-numbers">
      {dayFactsOf(data).map(([count, text, to]) => (
        <Link key={count} to={to} className="panel">
          <strong>{data ? dayCount(data[count]) : <span className="bar" />}</strong>
          <span className="quiet">{text}</span>
        </Link>
      ))}
    </nav>
  )
}

/** When a day begins by the user's clock, in epoch seconds. */
const midnight = (day: string): number => Math.floor(new Date(`${day}T00:00:00`).getTime() / 1_000)

/** The user's meetings from the beginning of today on, by the user's clock, as calendars show them. */
const Meetings = () => {
  const emails = useAppSelector(selectOwnEmails)
  const today = localToday()
  const [start, end] = [today, addDays(today, meetingDays)].map(midnight) as [number, number]
  const { data, error, refetch } = eventsApi.endpoints.events.useQuery(
    { start, end, emails },
    { refetchOnMountOrArgChange: true, skip: emails.length === 0 },
  )
  const meetings = useRows('activities', data?.ids.slice(0, shownMeetings) ?? [])
  const problem = asApiError(error)
  return (
    <HomePart title="My meetings" to={activityPaths.list} count={data?.count}>
      {problem && (
        <ErrorState
          inline
          title="My meetings could not be loaded."
          error={problem}
          retry={() => void refetch()}
        />
      )}
      {!data && !problem && <HomeBars />}
      {data && meetings.length === 0 && <p className="quiet">No meeting in the next {meetingDays} days.</p>}
      {meetings.length > 0 && (
        <ul>
          {meetings.map(({ id, title, start: begins, all_day }) => (
            <li key={id} className="row-apart">
              <Link to={ownWeek(all_day ? dayAt(begins) : localDay(new Date(begins * 1_000)))} translate="no">
                {title}
              </Link>
              <span className="quiet">
                <TimeText seconds={begins} isWhole={all_day} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </HomePart>
  )
}

/** The records that the user opened last (HOME-2). */
const Recent = () => {
  const records = useAppSelector(selectRecentRecords)
  return (
    <HomePart title="Opened last">
      {records.length === 0 ? (
        <p className="quiet">Records that you open stand here.</p>
      ) : (
        <ul>
          {records.map(({ resource, id, name }) => {
            const view = viewOf(resource)
            return (
              <li key={`${resource} ${id}`} className="row-apart">
                <Link to={view?.path?.(id) ?? ''} translate="no">
                  {name}
                </Link>
                <span className="quiet">{view?.noun[0]}</span>
              </li>
            )
          })}
        </ul>
      )}
    </HomePart>
  )
}

/** How long it is until something is due, by the day of the head and of the numbers. */
const Due = ({ value }: { value: string }) => <DueText value={value} market={useDayQuery().data} />

/** The market's day, by which the page counts. */
const Today = () => {
  const day = useMarketDay()
  return (
    <span className="quiet">
      <DateText value={day} format="namedDay" />
      {day !== localToday() && ' in the market'}
    </span>
  )
}

const priced = (row: Row<'opportunities'>) =>
  [
    <Link key="name" to={opportunityPaths.details(row.opportunity_id)}>
      {nameOf('opportunities', row)}
    </Link>,
    row.pricing_due_date && <Due key="due" value={row.pricing_due_date} />,
  ] as const

/** /home (HOME-1): what the day holds for the user, across all resources. */
export const Page = () => (
  <>
    <PageHeader title="Home">
      <Today />
    </PageHeader>
    <Numbers />
    <div className="home-parts">
      <HomeList
        title="My tasks"
        resource="todos"
        endpoint={todosApi.list}
        to={`${taskPaths.list}?status=${openStates}&assignee=${me}&sort=due_date`}
        rules={contract.todos}
        none="No open task is yours."
      >
        {(row) => [
          <Link key="name" to={taskPaths.details(row.id)}>
            {row.name}
          </Link>,
          row.due_date && <Due value={row.due_date} />,
        ]}
      </HomeList>
      <Meetings />
      <HomeList
        title="Pricing due in the next 7 days"
        resource="opportunities"
        endpoint={opportunitiesApi.endpoints.opportunitiesList}
        to={`${opportunityPaths.list}?pricing_due=next_7&sort=pricing_due_date`}
        rules={opportunityListRules}
        none="No pricing is due."
      >
        {priced}
      </HomeList>
      <HomeList
        title="Pricing overdue"
        resource="opportunities"
        endpoint={opportunitiesApi.endpoints.opportunitiesList}
        to={`${opportunityPaths.list}?pricing_due=overdue&sort=-pricing_due_date`}
        rules={opportunityListRules}
        none="No pricing is overdue."
      >
        {priced}
      </HomeList>
      <HomeList
        title={`Notices within ${noticeDays} days`}
        resource="contracts"
        endpoint={contractsApi.list}
        to={`${contractPaths.list}?notice_within=${noticeDays}&sort=notice_by`}
        rules={contractListRules}
        none="No notice is due."
      >
        {(row) => [
          <span key="name" className="text-links">
            <Link to={contractPaths.path(row.contract_id)}>{nameOf('contracts', row)}</Link>
            {' · '}
            <OrganizationName id={row.organization} />
          </span>,
          row.notice_by && <Due key="due" value={row.notice_by} />,
        ]}
      </HomeList>
      <Recent />
    </div>
  </>
)
