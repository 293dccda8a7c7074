import { Button } from '../../ui/antd/Button'
import { useId } from 'react'
import { useAttachOrganizationsMutation } from '../../api/opportunitiesApi'
import type { Row } from '../../contract'
import type { useOrganizationQueue } from '../../resources/organizations/useOrganizationQueue'
import type { QueueEntry } from '../../store/organizationQueues'
import { useAsyncAction } from '../../ui/dialog/useAsyncAction'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { useBureauAdding } from './useBureauAdding'
import { organizationName } from '../../resources/organizations/paths'

interface QueueProps {
  /** Undefined until loaded. */
  opportunity: Row<'opportunities'> | undefined
  queue: ReturnType<typeof useOrganizationQueue>
  /** Called after the organizations were added. */
  done: () => void
}

/** The queue of an opportunity; businesses without an organization are created first (BUR-4). */
export const Queue = ({ opportunity, queue: { queue, add, drop }, done }: QueueProps) => {
  const id = useId()
  const make = useBureauAdding()
  const [link] = useAttachOrganizationsMutation()

  /** Created organizations stay, and are not created again after a later failure. */
  const idOf = async (entry: QueueEntry): Promise<number> => {
    if (entry.organization !== null) return entry.organization
    const organization = await make({ bin: entry.bin ?? '' })
    add({ ...entry, organization })
    return organization
  }
  const addAll = async () => {
    if (!opportunity) return
    const { opportunity_id, organizations, version } = opportunity
    const added: (QueueEntry & { organization: number })[] = []
    for (const entry of queue) added.push({ ...entry, organization: await idOf(entry) })
    const changed = added.map(({ organization }) => organization)
    await link({ id: opportunity_id, changed, organizations, version }).unwrap()
    // Entries queued meanwhile stay.
    added.forEach(drop)
  }
  const { isBusy, attempt } = useAsyncAction(addAll, done)

  return (
    <section className="bureau-queue" aria-labelledby={id}>
      <h2 id={id}>Organizations Queue</h2>
      {queue.length === 0 ? (
        <p className="quiet">Select organizations among the results: they wait here until you add them.</p>
      ) : (
        <ul>
          {queue.map((entry) => (
            <li key={entry.bin ?? entry.organization}>
              <div>
                {organizationName(entry)}
                {entry.organization === null && (
                  <p className="quiet">Not in Citygate yet: it is created first.</p>
                )}
              </div>
              <Button
                size="small"
                disabled={isBusy}
                aria-label={`UnSelect ${entry.name} in the queue`}
                onClick={() => drop(entry)}
              >
                UnSelect
              </Button>
            </li>
          ))}
        </ul>
      )}
      <BusyButton
        type="primary"
        busy={isBusy}
        disabled={queue.length === 0 || !opportunity}
        onClick={attempt}
      >
        Add to Opportunity
      </BusyButton>
    </section>
  )
}
