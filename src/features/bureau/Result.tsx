import { useRef } from 'react'
import { Button } from '../../ui/antd/Button'
import { Link } from 'react-router-dom'
import type { BureauResult } from '../../contract/bureau'
import { organizationName, organizationPaths } from '../../resources/organizations/paths'
import type { QueueEntry } from '../../store/organizationQueues'
import { useAsyncAction } from '../../ui/dialog/useAsyncAction'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { Badge } from '../../ui/value/Badge'
import { matchWords } from './matchWords'
import { useBureauAdding } from './useBureauAdding'

/** A business as an entry of the opportunity's queue. */
const entryOf = ({ business_name, bin, organization_id }: BureauResult): QueueEntry => ({
  name: business_name,
  bin,
  organization: organization_id,
})

/** Selection for an opportunity, where the search was opened from one. */
export interface Choosing {
  /** The organizations that it already has. */
  organizations: readonly number[]
  holds: (entry: QueueEntry) => boolean
  add: (entry: QueueEntry) => void
  drop: (entry: QueueEntry) => void
}

interface ResultProps {
  result: BureauResult
  choosing: Choosing | null
  /** Called with a created organization. */
  added: (entry: QueueEntry & { organization: number }) => void
}

const SelectButton = ({ result, choosing }: { result: BureauResult; choosing: Choosing }) => {
  const entry = entryOf(result)
  if (entry.organization !== null && choosing.organizations.includes(entry.organization))
    return <span className="quiet">On this opportunity already</span>
  return choosing.holds(entry) ? (
    <Button aria-label={`UnSelect ${entry.name}`} onClick={() => choosing.drop(entry)}>
      UnSelect
    </Button>
  ) : (
    <Button aria-label={`Select ${entry.name}`} onClick={() => choosing.add(entry)}>
      Select
    </Button>
  )
}

/** A business found by the bureau (BUR-2). */
export const Result = ({ result, choosing, added }: ResultProps) => {
  const { business_name, address, phone, bin, alive, organization_id, match } = result
  const { confidence, reasons } = matchWords(match)
  const make = useBureauAdding()
  const made = useRef<number>(undefined)
  const { isBusy, attempt } = useAsyncAction(
    async () => {
      made.current = await make(result)
    },
    () => made.current !== undefined && added({ ...entryOf(result), organization: made.current }),
  )
  return (
    <li className="bureau-result row-apart">
      <div>
        <h3>{organizationName({ name: business_name })}</h3>
        <p>{address}</p>
        <p className="quiet">
          {phone && `${phone} · `}BIN {bin}
        </p>
        <p className="bureau-match">
          <Badge text={confidence} asWritten /> <span className="quiet">{reasons}</span>
        </p>
        {alive && (
          <p className="bureau-alive">
            This organization already exist
            {organization_id !== null && (
              <>
                {' · '}
                <Link
                  to={organizationPaths.details(organization_id)}
                  aria-label={`${business_name}, already in Citygate`}
                >
                  already in Citygate
                </Link>
              </>
            )}
          </p>
        )}
      </div>
      <div className="line">
        {choosing && <SelectButton result={result} choosing={choosing} />}
        <BusyButton
          type={choosing ? 'default' : 'primary'}
          busy={isBusy && !alive}
          disabled={alive}
          aria-label={`Add ${business_name}`}
          onClick={attempt}
        >
          Add
        </BusyButton>
      </div>
    </li>
  )
}
