import { useField } from 'formik'
import { capitalized } from '../../contract/formats'
import { changeActions } from '../../contract/events'
import { webhookActionsOf, webhookResources, type WebhookEvent } from '../../contract/webhooks'
import { nounOf } from '../../resources/kit/resourceView'
import { Checkbox } from '../../ui/antd/Checkbox'
import { FieldFrame } from '../../ui/form/FieldFrame'
import { PlainTable } from '../../ui/table/PlainTable'

const rows = webhookResources
  .map((resource) => ({ resource, label: capitalized(nounOf(resource)) }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** What a webhook is told: what happens, by kinds of records. */
export const EventsField = () => {
  const [{ value }, , { setValue }] = useField<readonly WebhookEvent[]>('events')
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    void setValue(isChosen ? [...value, event] : value.filter((one) => one !== event))
  return (
    <FieldFrame name="events" label="Events" group required>
      {({ id }) => (
        <div id={id} className="webhook-events">
          <PlainTable
            aria-label="Events by records"
            head={
              <>
                <th scope="col">Record</th>
                {changeActions.map((action) => (
                  <th key={action} scope="col">
                    {capitalized(action)}
                  </th>
                ))}
              </>
            }
          >
            {rows.map(({ resource, label }) => (
              <tr key={resource}>
                <th scope="row">{label}</th>
                {changeActions.map((action) => {
                  const event: WebhookEvent = `${resource}.${action}`
                  return (
                    <td key={action}>
                      {webhookActionsOf(resource).includes(action) && (
                        <Checkbox
                          aria-label={`${label} ${action}`}
                          checked={value.includes(event)}
                          onChange={({ target }) => choose(event, target.checked)}
                        />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </PlainTable>
        </div>
      )}
    </FieldFrame>
  )
}
