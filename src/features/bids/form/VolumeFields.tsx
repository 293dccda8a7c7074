import { useFormikContext } from 'formik'
import { useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { Button } from '../../../ui/antd/Button'
import { RadioGroup } from '../../../ui/antd/RadioGroup'
import { bidFieldMeta } from '../../../resources/bids/fieldMeta'
import { FieldInput, frameOf } from '../../../resources/kit/FieldInput'
import { contract } from '../../../contract'
import { FieldFrame } from '../../../ui/form/FieldFrame'
import { NumberField } from '../../../ui/form/NumberField'
import { LoadProfile } from '../LoadProfile'
import { pastedVolumes } from '../pastedVolumes'
import { VolumeSummary } from '../VolumeSummary'
import {
  asMonths,
  inUnit,
  isVolume,
  monthlyOf,
  months,
  monthlySum,
  spreadEvenly,
} from '../../../resources/bids/volumes'
import type { Unit, Volume, Volumes } from '../../../resources/bids/volumes'
import { FillFromUsage } from './FillFromUsage'
import '../volume-fields.css'

const units = contract.bids.fields.volume_unit.options.map((unit) => ({ value: unit, label: unit }))

/** The result of the last paste. */
interface PasteReport {
  text: string
  isRefused?: boolean
  /** The months that it is about: once one of them is changed, it is outdated. */
  after: readonly Volume[]
  /** The months before the paste. */
  before?: readonly Volume[]
}

const noReport: PasteReport = { text: '', after: [] }

/** The month of an element in the grid. */
const monthAt = (element: EventTarget) =>
  element instanceof HTMLInputElement ? months.findIndex(({ field }) => field === element.name) : -1

/**
 * The volumes of a year and its months, which can be typed, pasted from a spreadsheet, or calculated from each other.
 */
export const VolumeFields = () => {
  const { values, setValues } = useFormikContext<Volumes>()
  const [report, setReport] = useState(noReport)
  const { annual_volume: annual, volume_unit: unit } = values
  const monthly = monthlyOf(values)
  const sum = monthlySum(monthly)

  const set = (changed: Partial<Volumes>) => {
    setReport(noReport)
    void setValues({ ...values, ...changed })
  }
  const paste = (event: ClipboardEvent) => {
    const month = monthAt(event.target)
    const pasted = month >= 0 ? pastedVolumes(event.clipboardData.getData('text/plain'), month, unit) : null
    if (!pasted) return
    event.preventDefault()
    const { volumes, report: text } = pasted
    if (volumes) void setValues({ ...values, ...volumes })
    setReport(
      volumes
        ? { text, before: monthly, after: monthlyOf({ ...values, ...volumes }) }
        : { text, after: monthly, isRefused: true },
    )
  }
  /** The report, as long as the months are unchanged since. */
  const current = report.after.every((volume, index) => volume === monthly[index]) ? report : noReport
  const canUndo = current.before !== undefined
  const undo = () => {
    const after = report.before ?? []
    void setValues({ ...values, ...asMonths(after) })
    setReport({ text: 'The paste was undone.', after })
  }
  const undoByKey = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (!isUndo || !canUndo) return
    event.preventDefault()
    undo()
  }

  return (
    <>
      <div className="month-actions">
        <FillFromUsage change={set} />
      </div>
      <div className="field-grid">
        <FieldInput of={bidFieldMeta} name="annual_volume" />
        <FieldFrame {...frameOf({ of: bidFieldMeta, name: 'volume_unit' })} group>
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
        <div role="presentation" onPasteCapture={paste} onKeyDown={undoByKey}>
          {' '}
          <fieldset className="month-grid">
            <legend>
              Monthly volumes{' '}
              <span className="quiet">
                in <span key={unit}>{unit}</span>; a usage history can be pasted into any month
              </span>
            </legend>
            {months.map(({ name, field }) => (
              <NumberField key={field} name={field} label={name} />
            ))}
          </fieldset>
        </div>
        <LoadProfile monthly={monthly} unit={unit} />
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
        <p role="status" className={current.isRefused ? 'problem' : 'quiet'}>
          <span key={current.text}>{current.text}</span>
        </p>
        {canUndo && (
          <Button size="small" onClick={undo}>
            Undo paste
          </Button>
        )}
      </div>
    </>
  )
}
