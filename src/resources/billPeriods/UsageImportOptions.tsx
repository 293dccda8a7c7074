import { useFormikContext } from 'formik'
import { skipToken } from '@reduxjs/toolkit/query'
import { utilityStatesApi } from '../../api/utilityStatesApi'
import { useRows } from '../../api/kit/hooks'
import { contract } from '../../contract'
import { noImportOptions } from '../../contract/imports'
import { Button } from '../../ui/antd/Button'
import { Checkbox } from '../../ui/antd/Checkbox'
import { RadioGroup } from '../../ui/antd/RadioGroup'
import { counted } from '../../ui/value/numbers'
import { useUtilityStateName } from '../bids/names'
import { FieldInput } from '../kit/FieldInput'
import { ImportTable } from '../kit/ImportParts'
import type { ImportOptionsProps } from '../kit/importView'
import { OrganizationName } from '../organizations/OrganizationName'
import { fieldMeta as accountFields } from '../utilityAccounts/parts'

const lastDays = [
  { value: false, label: 'The day of the next read' },
  { value: true, label: 'Still part of the period' },
]

/** For whom unknown accounts and meters are created. */
interface Owner {
  organization?: number | null
  utility_state?: number | null
}

const noIds: readonly number[] = []

/** The services of the utility; where there is one only, it is chosen. */
const useServices = (utility: number | null) => {
  const { currentData } = utilityStatesApi.list.useQuery(
    utility === null
      ? skipToken
      : {
          ...{ q: '', limit: 100, offset: 0, ordering: contract.utilityStates.defaultOrdering },
          ...{ utility, status: 'active' },
        },
  )
  return useRows('utilityStates', currentData?.ids ?? noIds)
}

/** The unknown numbers of a file, and for whom they are created in the same step. */
const UnknownNumbers = ({ answer, control }: Omit<ImportOptionsProps, 'view'>) => {
  const { values, setFieldValue } = useFormikContext<Owner>()
  const services = useServices(answer.target)
  const nameOf = useUtilityStateName()
  const options = control.options ?? noImportOptions
  const only = services.length === 1 ? services[0]?.utility_state_id : undefined
  // Another utility may have been chosen since.
  const chosen = services.find(({ utility_state_id: id }) => id === values.utility_state)?.utility_state_id
  const utility_state = chosen ?? only ?? null
  const organization = values.organization ?? null
  const isMade = options.organization !== null
  const more = answer.unknown_count - answer.unknown.length
  return (
    <>
      <ImportTable
        title={counted(answer.unknown_count, 'unknown number')}
        head={
          <>
            <th scope="col">Account</th>
            <th scope="col">Meter</th>
            <th scope="col" className="import-number">
              Rows
            </th>
          </>
        }
      >
        {answer.unknown.map(({ account_number, meter_number, rows }) => (
          <tr key={`${account_number ?? ''} ${meter_number ?? ''}`}>
            <td>{account_number ?? 'None in the file'}</td>
            <td>{meter_number ?? 'None in the file'}</td>
            <td className="import-number">{rows}</td>
          </tr>
        ))}
      </ImportTable>
      {more > 0 && <p className="quiet">and {counted(more, 'other')}</p>}
      {isMade ? (
        <div className="import-head">
          <p>
            They are created with the import for{' '}
            <strong>
              <OrganizationName id={options.organization ?? 0} />
            </strong>
            .
          </p>
          <Button
            size="small"
            disabled={control.isHeld}
            onClick={() => control.setOptions({ ...options, organization: null, utility_state: null })}
          >
            Do not create
          </Button>
        </div>
      ) : (
        <>
          <div className="import-mapping">
            <FieldInput of={accountFields} name="organization" />
            <label>
              Utility State
              <select
                disabled={control.isHeld}
                value={utility_state ?? ''}
                onChange={({ target }) => void setFieldValue('utility_state', Number(target.value) || null)}
              >
                <option value="">Choose…</option>
                {services.map((service) => (
                  <option key={service.utility_state_id} value={service.utility_state_id}>
                    {nameOf(service)}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <div>
            <Button
              disabled={control.isHeld || organization === null || utility_state === null}
              onClick={() => control.setOptions({ ...options, organization, utility_state })}
            >
              Create them
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** How a utility's file is read: its last day, other quantities, and numbers that are unknown (USE-3, USE-4, USE-11). */
export const UsageImportOptions = (props: ImportOptionsProps) => {
  const { answer, control } = props
  const options = control.options ?? noImportOptions
  return (
    <>
      <fieldset className="import-choice">
        <legend>The last day of a row is</legend>
        <RadioGroup
          name="last_day_inclusive"
          disabled={control.isHeld}
          options={lastDays}
          value={options.last_day_inclusive}
          onChange={({ target }) =>
            control.setOptions({ ...options, last_day_inclusive: target.value as boolean })
          }
        />
        {options.last_day_inclusive === null && (
          <p className="quiet">Choose what the utility means. It is remembered for its next files.</p>
        )}
      </fieldset>
      <Checkbox
        disabled={control.isHeld}
        checked={options.replace}
        onChange={({ target }) => control.setOptions({ ...options, replace: target.checked })}
      >
        Replace stored quantities of the same days
      </Checkbox>
      {answer.unknown_count > 0 && <UnknownNumbers {...props} />}
    </>
  )
}
