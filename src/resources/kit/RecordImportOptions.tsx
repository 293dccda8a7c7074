import { noImportOptions } from '../../contract/imports'
import { isRecordImport, matchActions, matchedBy, type MatchAction } from '../../contract/recordImports'
import { RadioGroup } from '../../ui/antd/RadioGroup'
import type { ImportOptionsProps } from './importView'

const actionTexts: Readonly<Record<MatchAction, string>> = {
  update: 'Changed as the row says',
  skip: 'Left as they are',
  create: 'Not looked for: each row is a new record',
}

/** What becomes of rows that are of stored records (IMP-2). */
export const RecordImportOptions = ({ control, view: { name } }: ImportOptionsProps) => {
  const options = control.options ?? noImportOptions
  return (
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
  )
}
