import { Checkbox } from '../antd/Checkbox'
import { statuses, type Status } from '../../contract/statuses'
import { formatNumber } from '../value/numbers'
import type { StatusList } from './useStatusList'
import './status-filter.css'

/** Number of records by status; undefined while loading. */
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

/** The number of active or expired records; keeps its space while loading. */
export const StatusCount = ({ status, count }: { status: Status; count: number | undefined }) => (
  <span className={`status-count status-count-${status}`}>
    <span className="status-count-number">{count === undefined ? '' : formatNumber(count)}</span>{' '}
    {statusName(status).toLowerCase()}
  </span>
)

/** Filters a list by active or expired, with the number of each (ORG-11, CON-8). */
export const StatusFilter = ({
  label,
  list: { status, showsAll, choose, showAll },
  counts,
}: StatusFilterProps) => (
  <div className="status-filter row">
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
