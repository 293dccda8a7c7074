import { billPeriodsApi } from '../../../api/billPeriodsApi'
import { asApiError } from '../../../api/kit/errors'
import { useIsAllowed } from '../../../api/kit/hooks'
import { metersApi } from '../../../api/metersApi'
import { useUsageFindingsQuery } from '../../../api/usageApi'
import { maxPeriodDays } from '../../../contract/billPeriods'
import { addDays } from '../../../contract/gas/calendar'
import { longDays } from '../../../contract/gas/usage'
import type { UsageFindings } from '../../../contract/usage'
import { RecordName } from '../../../resources/kit/RecordName'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { BusyButton } from '../../../ui/feedback/BusyButton'
import { useRequestKeys } from '../../../ui/form/useRequestKeys'
import { DateText } from '../../../ui/value/DateText'
import { counted, formatNumber } from '../../../ui/value/numbers'

type Gap = UsageFindings['gaps'][number]

/** Fills a gap with what the same days of the year before used, marked as estimated (USE-7). */
const Estimate = ({ gap: { meter, from, to, estimate } }: { gap: Gap & { estimate: number } }) => {
  const [create, { isLoading, error }] = billPeriodsApi.create.useMutation()
  const keyFor = useRequestKeys()
  const body = {
    meter,
    read_from: from,
    read_to: addDays(to, 1),
    quantity: estimate,
    unit: 'dth',
    read_type: 'estimated',
  } as const
  const problem = asApiError(error)
  return (
    <>
      <BusyButton
        size="small"
        busy={isLoading}
        onClick={() => void create({ body, key: keyFor([meter, from, to, estimate]) })}
      >
        Estimate
      </BusyButton>
      {problem && (
        <span role="alert" className="problem">
          {problem.detail}
        </span>
      )}
    </>
  )
}

/** The number of a meter, which is loaded where it is not known. */
const Meter = ({ id }: { id: number }) => {
  metersApi.row.useQuery(id)
  return <RecordName resource="meters" id={id} />
}

const GapText = ({ gap }: { gap: Gap }) => {
  const mayEstimate = useIsAllowed('billPeriods', 'create')
  const { meter, from, to, days, estimate } = gap
  return (
    <li>
      <strong>
        Gap of {counted(days, 'day')}, <DateText value={from} format="day" /> to{' '}
        <DateText value={to} format="day" />
      </strong>
      , meter <Meter id={meter} />.{' '}
      {estimate === null
        ? 'Ask the utility for the missing read: the same days of the year before are not known either.'
        : days > maxPeriodDays
          ? `Ask the utility for the missing reads: at most ${maxPeriodDays} days are estimated at once.`
          : `Ask the utility for the missing read, or take what the same days of the year before used, ${formatNumber(estimate)} dth.`}{' '}
      {estimate !== null && days <= maxPeriodDays && mayEstimate && <Estimate gap={{ ...gap, estimate }} />}
    </li>
  )
}

/** What the usage of an account lacks, each with what to do about it; nothing is filled by itself (USE-7). */
export const Findings = ({ account }: { account: number }) => {
  const { data, error, refetch } = useUsageFindingsQuery(account, { refetchOnMountOrArgChange: true })
  const problem = asApiError(error)
  if (problem)
    return (
      <ErrorState inline title="The findings cannot be read." error={problem} retry={() => void refetch()} />
    )
  if (!data) return null
  const { gaps, long_periods, outliers } = data
  return (
    <section aria-label="Findings" className="stack">
      <h2>Findings</h2>
      {gaps.length + long_periods.length + outliers.length === 0 && (
        <p className="quiet">
          No gap, no period over {longDays} days, no month far from those of other years.
        </p>
      )}
      <ul className="usage-findings">
        {gaps.map((gap) => (
          <GapText key={`${gap.meter} ${gap.from}`} gap={gap} />
        ))}
        {long_periods.map(({ bill_period, read_from, read_to, days, meter }) => (
          <li key={bill_period}>
            <strong>
              Period of {counted(days, 'day')}, <DateText value={read_from} format="day" /> to{' '}
              <DateText value={read_to} format="day" />
            </strong>
            , meter <Meter id={meter} />. Compare it with the bill: a read may be missing.
          </li>
        ))}
        {outliers.map(({ month, volume }) => (
          <li key={month}>
            <strong>
              {month} with {formatNumber(volume)} dth
            </strong>{' '}
            is far from the same month of other years. Compare its periods, their units and their dates with
            the bills.
          </li>
        ))}
      </ul>
    </section>
  )
}
