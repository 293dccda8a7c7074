import { contract, type ResourceName } from '../../contract'
import type { AuditRow } from '../../contract/audit'
import type { FieldChange } from '../../contract/history'
import { OtherChanges } from '../../resources/kit/HistoryChanges'
import { Disclosure } from '../../ui/value/Disclosure'
import '../../resources/kit/record-history.css'

/** Whether rows of the audit name a kind of record of the contract. */
export const isResource = (name: string): name is ResourceName => Object.hasOwn(contract, name)

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

/** What is told of what is no field of a record, as it was written. */
const PlainChanges = ({ changes }: { changes: readonly FieldChange[] }) => (
  <dl>
    {changes.map(({ field, before, after }) => (
      <div key={field}>
        <dt>{field}</dt>
        <dd>{before === null ? textOf(after) : `${textOf(before)} → ${textOf(after)}`}</dd>
      </div>
    ))}
  </dl>
)

/** The fields that a row has changed, as histories show them. */
export const AuditChanges = ({ row: { resource, changes } }: { row: AuditRow }) => {
  if (changes.length === 0) return null
  const [known, others] = isResource(resource)
    ? [
        changes.filter(({ field }) => Object.hasOwn(contract[resource].fields, field)),
        changes.filter(({ field }) => !Object.hasOwn(contract[resource].fields, field)),
      ]
    : [[], changes]
  return (
    <Disclosure title={changes.length === 1 ? '1 value' : `${changes.length} values`}>
      <div className="audit-changes">
        {isResource(resource) && known.length > 0 && <OtherChanges resource={resource} changes={known} />}
        {others.length > 0 && <PlainChanges changes={others} />}
      </div>
    </Disclosure>
  )
}
