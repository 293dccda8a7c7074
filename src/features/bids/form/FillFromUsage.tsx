import { useFormikContext } from 'formik'
import { useState } from 'react'
import { asApiError } from '../../../api/kit/errors'
import { useLoadProfileQuery } from '../../../api/usageApi'
import type { LoadProfileAnswer } from '../../../contract/usage'
import { bidFieldMeta } from '../../../resources/bids/fieldMeta'
import { isVolume, months, type Volume } from '../../../resources/bids/volumes'
import { fieldMetaOf } from '../../../resources/kit/fieldMeta'
import { Button } from '../../../ui/antd/Button'
import { Dialog } from '../../../ui/dialog/Dialog'
import { ErrorState } from '../../../ui/feedback/ErrorState'
import { counted, formatNumber } from '../../../ui/value/numbers'
import type { BidValues } from '../layout'
import './fill-from-usage.css'

const filled = [
  ...months.map(({ field, name }) => ({ field, label: name })),
  ...(['annual_volume', 'site_count', 'meter_count'] as const).map((field) => ({
    field,
    label: fieldMetaOf(bidFieldMeta, field).label,
  })),
] as const

type Filled = (typeof filled)[number]['field']

/** What the form gets; a month that is not known, and the year without it, stay as they are. */
const changesOf = (profile: LoadProfileAnswer): Partial<Record<Filled, number>> =>
  Object.fromEntries(
    filled.flatMap(({ field }) => (profile[field] === null ? [] : [[field, profile[field]]])),
  )

const text = (value: Volume | undefined) =>
  value === null || value === undefined ? '–' : isVolume(value) ? formatNumber(value) : value

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** What the usage leaves open, in sentences. */
const warningsOf = ({ missing, accounts_without_usage, estimated }: LoadProfileAnswer): string[] => {
  const names = months.flatMap(({ field, name }) => (missing.includes(field) ? name : []))
  return [
    ...(names.length > 0
      ? [
          `No complete usage of ${listed.format(names)} is known: what the form has for it stays, as does the year.`,
        ]
      : []),
    ...(accounts_without_usage.length > 0
      ? [`Left out: ${counted(accounts_without_usage.length, 'account')} without any usage.`]
      : []),
    ...(estimated ? ['A part of it is estimated.'] : []),
  ]
}

interface FillProps {
  /** Puts values into the form. */
  change: (changed: Partial<Record<Filled, number>>) => void
}

const Comparison = ({ values, profile }: { values: BidValues; profile: LoadProfileAnswer }) => {
  const changes = changesOf(profile)
  const warnings = warningsOf(profile)
  return (
    <>
      {warnings.length > 0 && (
        <div className="problem" role="status">
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      <table className="fill-from-usage">
        <caption className="visually-hidden">Old and new values, volumes in {profile.unit}</caption>
        <thead>
          <tr>
            <th scope="col">{profile.unit}</th>
            <th scope="col">Old</th>
            <th scope="col">New</th>
          </tr>
        </thead>
        <tbody>
          {filled.map(({ field, label }) => (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td>{text(values[field])}</td>
              <td>{changes[field] === undefined ? 'Stays' : text(changes[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {profile.months.length > 0 && (
        <p className="quiet">
          From {profile.months[0]} to {profile.months.at(-1)}
          {profile.volume_source === 'latest' && ', the latest complete one of each month'}.
        </p>
      )}
    </>
  )
}

const FillDialog = ({ change, close }: FillProps & { close: () => void }) => {
  const { values } = useFormikContext<BidValues>()
  const { data, error, isFetching, refetch } = useLoadProfileQuery(
    { accounts: values.utility_accounts, unit: values.volume_unit },
    { refetchOnMountOrArgChange: true },
  )
  const profile = isFetching ? undefined : data
  const problem = isFetching ? null : asApiError(error)
  const fill = () => {
    if (profile) change(changesOf(profile))
    close()
  }
  const footer = (
    <div className="dialog-actions">
      <Button onClick={close}>Cancel</Button>
      <Button type="primary" disabled={!profile} onClick={fill}>
        Fill the form
      </Button>
    </div>
  )
  return (
    <Dialog title="Fill from usage" close={close} footer={footer}>
      {problem ? (
        <ErrorState title="The usage cannot be read." error={problem} retry={() => void refetch()} />
      ) : profile ? (
        <Comparison values={values} profile={profile} />
      ) : (
        <p role="status" className="quiet">
          Reading the usage…
        </p>
      )}
    </Dialog>
  )
}

/** Fills the volumes of a bid's form from the usage of its accounts, after a look at both; saves nothing (USE-9). */
export const FillFromUsage = ({ change }: FillProps) => {
  const { values } = useFormikContext<BidValues>()
  const [isOpen, setIsOpen] = useState(false)
  const hasAccounts = values.utility_accounts.length > 0
  return (
    <>
      <Button aria-haspopup="dialog" disabled={!hasAccounts} onClick={() => setIsOpen(true)}>
        Fill from usage
      </Button>
      {!hasAccounts && (
        <span className="quiet">Choose utility accounts to fill the volumes from their usage.</span>
      )}
      {isOpen && <FillDialog change={change} close={() => setIsOpen(false)} />}
    </>
  )
}
