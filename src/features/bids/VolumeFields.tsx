import { useFormikContext } from 'formik'
import { useState, type ClipboardEvent } from 'react'
import { Button } from '../../ui/button/Button'
import { RadioGroup } from '../../ui/antd/RadioGroup'
import { bidFaces } from '../../records/bids/faces'
import { FieldInput, frameOf } from '../../records/kit/FieldInput'
import { contract } from '../../contract'
import { FieldFrame } from '../../ui/form/FieldFrame'
import { NumberField } from '../../ui/form/NumberField'
import { LoadProfile } from './LoadProfile'
import { pastedVolumes } from './pastedVolumes'
import { VolumeSummary } from './VolumeSummary'
import {
  asMonths,
  inUnit,
  isVolume,
  monthlyOf,
  months,
  monthlySum,
  spreadEvenly,
} from '../../records/bids/volumes'
import type { Unit, Volumes } from '../../records/bids/volumes'
import './volume-fields.css'

const units = contract.bids.fields.volume_unit.options.map((unit) => ({ value: unit, label: unit }))

/** The month that an element of the grid belongs to. */
const monthAt = (element: EventTarget) =>
  element instanceof HTMLInputElement ? months.findIndex(({ field }) => field === element.name) : -1

/** The volumes of a year and of its months, which can be typed, pasted from a spreadsheet, or derived from each other. */
export const VolumeFields = () => {
  const { values, setValues } = useFormikContext<Volumes>()
  const [report, setReport] = useState('')
  const { annual_volume: annual, volume_unit: unit } = values
  const monthly = monthlyOf(values)
  const sum = monthlySum(monthly)

  const set = (changed: Partial<Volumes>) => {
    setReport('')
    void setValues({ ...values, ...changed })
  }
  const paste = (event: ClipboardEvent) => {
    const month = monthAt(event.target)
    const pasted = month >= 0 ? pastedVolumes(event.clipboardData.getData('text/plain'), month) : null
    if (!pasted) return
    event.preventDefault()
    set(pasted.volumes)
    setReport(pasted.report)
  }

  return (
    <>
      <div className="field-grid">
        <FieldInput of={bidFaces} name="annual_volume" />
        <FieldFrame {...frameOf({ of: bidFaces, name: 'volume_unit' })} group>
          {({ id, 'aria-describedby': describedBy }) => (
            <RadioGroup
              id={id}
              aria-describedby={describedBy}
              optionType="button"
              options={units}
              value={unit}
              onChange={({ target }) => set(inUnit(values, target.value as Unit))}
            />
          )}
        </FieldFrame>
      </div>
      <div className="month-fields">
        <fieldset className="month-grid" onPasteCapture={paste}>
          <legend>
            Monthly volumes{' '}
            <span className="quiet">in {unit}; cells of a spreadsheet can be pasted into any month</span>
          </legend>
          {months.map(({ name, field }) => (
            <NumberField key={field} name={field} label={name} />
          ))}
        </fieldset>
        <LoadProfile monthly={monthly} />
      </div>
      <VolumeSummary volumes={values} />
      <div className="month-actions">
        <Button disabled={sum === null || sum === annual} onClick={() => set({ annual_volume: sum })}>
          Set annual = sum
        </Button>
        <Button
          disabled={!isVolume(annual) || annual < 0}
          onClick={() => isVolume(annual) && set(asMonths(spreadEvenly(annual)))}
        >
          Spread evenly
        </Button>
        <p role="status" className="quiet">
          {report}
        </p>
      </div>
    </>
  )
}
