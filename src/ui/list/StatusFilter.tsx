import { Checkbox } from '../antd/Checkbox'
import { statuses, type Status } from '../../contract/statuses'
import { formatNumber } from '../value/numbers'
import type { StatusList } from './useStatusList'
import './status-filter.css'

/** How many there are of each status; undefined while that is not known. */
export type StatusCounts = Readonly<Record<Status, number | undefined>>

interface StatusFilterProps {
  /** 'Property Status' */
  label: string
  list: StatusList
  counts: StatusCounts
}

const names: Readonly<Record<Status, string>> = { active: 'Active', expired: 'Expired' }

/** 'Active' */
export const statusName = (status: Status): string => names[status]

/** A number of active or expired entries; keeps its place before it is known. */
export const StatusCount = ({ status, count }: { status: Status; count: number | undefined }) => (
  <span className={`status-count status-count-${status}`}>
    <span className="status-count-number">{count === undefined ? '' : formatNumber(count)}</span>{' '}
    {statusName(status).toLowerCase()}
  </span>
)

/** Narrows a list to what is active, or to what has expired, and tells how much there is of each (ORG-11, CON-8). */
export const StatusFilter = ({
  label,
  list: { status, showsAll, choose, showAll },
  counts,
}: StatusFilterProps) => (
  <div className="status-filter">
    <label>
      {label}
      <select value={status} onChange={({ target }) => choose(target.value as Status)}>
        {statuses.map((each) => (
          <option key={each} value={each}>
            {statusName(each)}
          </option>
        ))}
      </select>
    </label>
    <Checkbox checked={showsAll} onChange={({ target }) => showAll(target.checked)}>
      Show all
    </Checkbox>
    <span className="status-counts">
      {statuses.map((each) => (
        <StatusCount key={each} status={each} count={counts[each]} />
      ))}
    </span>
  </div>
)
