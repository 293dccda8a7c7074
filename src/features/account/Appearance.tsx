import { useId } from 'react'
import { Checkbox } from '../../ui/antd/Checkbox'
import { RadioGroup } from '../../ui/antd/RadioGroup'
import { useAppDispatch, useAppSelector } from '../../api/kit/hooks'
import { densities } from '../../contract/views'
import {
  clockChosen,
  clocks,
  densityChosen,
  singleKeysChosen,
  themeChoices,
  themeChosen,
  volumeUnitChosen,
  volumeUnits,
  type Clock,
  type Density,
  type ThemeChoice,
} from '../../store/preferences'
import type { VolumeUnit } from '../../contract/units'
import { userPaths } from '../../resources/users/paths'
import { FormSection } from '../../ui/form/FormSection'
import { useMeantHeading } from './useMeantHeading'

const themeNames: Readonly<Record<ThemeChoice, string>> = {
  system: 'As the system has it',
  light: 'Light',
  dark: 'Dark',
}
const densityNames: Readonly<Record<Density, string>> = {
  comfortable: 'Comfortable, two lines a row',
  compact: 'Compact, one line a row',
}
const clockNames: Readonly<Record<Clock, string>> = {
  standard: 'Standard (18:05 PM)',
  twelve: '12 hours (6:05 PM)',
  twentyFour: '24 hours (18:05)',
}

const unitNames: Readonly<Record<VolumeUnit, string>> = { dth: 'Dekatherms (dth)', th: 'Therms (th)' }

interface ChoiceProps<V extends string> {
  label: string
  options: readonly V[]
  names: Readonly<Record<V, string>>
  value: V
  choose: (value: V) => void
}

const Choice = <V extends string>({ label, options, names, value, choose }: ChoiceProps<V>) => {
  const id = useId()
  return (
    <div className="account-choice">
      <span id={id}>{label}</span>
      <RadioGroup
        aria-labelledby={id}
        name={id}
        options={options.map((option) => ({ value: option, label: names[option] }))}
        value={value}
        onChange={({ target }) => choose(target.value as V)}
      />
    </div>
  )
}

/** The browser's display preferences; each choice applies at once. */
export const Appearance = () => {
  const dispatch = useAppDispatch()
  const keysId = useId()
  const {
    theme,
    density,
    clock,
    volumeUnit = 'dth',
    singleKeys,
  } = useAppSelector(({ preferences }) => preferences)
  const heading = useMeantHeading(userPaths.display)
  return (
    <FormSection title="Display" help="Kept in this browser." heading={heading}>
      <Choice
        label="Theme"
        options={themeChoices}
        names={themeNames}
        value={theme}
        choose={(value) => dispatch(themeChosen(value))}
      />
      <Choice
        label="Density of lists"
        options={densities}
        names={densityNames}
        value={density}
        choose={(value) => dispatch(densityChosen(value))}
      />
      <Choice
        label="Times"
        options={clocks}
        names={clockNames}
        value={clock}
        choose={(value) => dispatch(clockChosen(value))}
      />
      <Choice
        label="Volumes in lists"
        options={volumeUnits}
        names={unitNames}
        value={volumeUnit}
        choose={(value) => dispatch(volumeUnitChosen(value))}
      />
      <div className="account-choice">
        <span id={keysId}>Keyboard</span>
        <Checkbox
          aria-describedby={keysId}
          checked={singleKeys}
          onChange={({ target }) => dispatch(singleKeysChosen(target.checked))}
        >
          Shortcuts by single keys; <kbd>?</kbd> lists them
        </Checkbox>
      </div>
    </FormSection>
  )
}
