import { noImportOptions } from '../../contract/imports'
import {
  importedFieldsOf,
  isRecordImport,
  matchActions,
  matchedBy,
  type MatchAction,
  type RecordImport,
} from '../../contract/recordImports'
import { RadioGroup } from '../../ui/antd/RadioGroup'
import { timeZoneName } from '../../ui/value/timeZone'
import type { ImportOptionsProps } from './importView'
import type { ImportControl } from './useImport'

const actionTexts: Readonly<Record<MatchAction, string>> = {
  update: 'Changed as the row says',
  skip: 'Left as they are',
  create: 'Not looked for: each row is a new record',
}

/** What becomes of rows that are of stored records (IMP-2). */
export const RecordImportOptions = ({ control, view: { name } }: ImportOptionsProps) => {
  const options = control.options ?? noImportOptions
  return (
    <>
      {isRecordImport(name) && <TimeZone name={name} control={control} />}
      <fieldset className="import-choice">
        <legend>Records that are there already are</legend>
        <RadioGroup
          name="matches"
          disabled={control.isHeld}
          options={matchActions.map((value) => ({ value, label: actionTexts[value] }))}
          value={options.matches}
          onChange={({ target }) => control.setOptions({ ...options, matches: target.value as MatchAction })}
        />
        {isRecordImport(name) && <p className="quiet">They are found by {matchedBy[name]}.</p>}
      </fieldset>
    </>
  )
}

/** Of which zone the times of a file are that do not say it (IMP-12). */
const TimeZone = ({
  name,
  control: { options, mapping },
}: {
  name: RecordImport
  control: ImportControl
}) => {
  const zone = options?.time_zone ?? null
  const hasTimes = importedFieldsOf(name).some(
    ({ name: column, field }) => field.kind === 'dayOrMoment' && column in mapping,
  )
  if (!hasTimes || zone === null) return null
  return <p>Times without a zone are read as {timeZoneName(zone)}.</p>
}
