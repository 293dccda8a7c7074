import type { UsageMonthAnswer } from '../../../contract/usage'
import { months } from '../../../resources/bids/volumes'
import { formatNumber, formatPlaces } from '../../../ui/value/numbers'
import { isWhole, type UsageYear } from './years'

/** What a month lacks; days count only as far as all meters have been read. */
export const coverageText = ({ coverage }: UsageMonthAnswer): string =>
  coverage === 0 ? 'not all meters' : `${formatNumber(Math.round(coverage * 1_000) / 10)} % covered`

/** The usage of each month in dth, a column for each year, with the coverage of months that are not whole (USE-10). */
export const UsageTable = ({ years }: { years: readonly UsageYear[] }) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container has to be reachable by keyboard
  <div className="usage-table" role="region" aria-label="Usage by month" tabIndex={0}>
    <table aria-label="Usage by month">
      <thead>
        <tr>
          <th scope="col">dth</th>
          {years.map(({ year }) => (
            <th key={year} scope="col">
              {year}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map(({ name }, index) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {years.map(({ year, months: known }) => {
              const month = known[index]
              return (
                <td key={year}>
                  {month ? formatPlaces(month.volume, 3) : '–'}
                  {month && !isWhole(month) && <span className="usage-note">{coverageText(month)}</span>}
                  {month?.estimated === true && <span className="usage-note">estimated</span>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
