import type { Row } from '../../contract'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { OptionField } from '../../ui/form/OptionField'
import type { Key } from '../../ui/form/PickList'
import { PickProblem } from '../../ui/form/PickProblem'
import { useStates } from './useStates'

interface StatePickProps<K extends Key> extends FieldProps {
  keyOf: (state: Row<'states'>) => K
  none: K | null
}

const StatePick = <K extends Key>({ keyOf, ...field }: StatePickProps<K>) => {
  const { states, problem, retry } = useStates()
  return (
    <OptionField
      {...field}
      options={states?.map((state) => ({
        value: keyOf(state),
        label: `${state.name} (${state.acronym})`,
        names: [state.name, state.acronym],
      }))}
      {...(problem && {
        problem: <PickProblem problem={problem} retry={retry} />,
      })}
    />
  )
}

/** A state picker by id, as stored in addresses (ADR-2). Searchable by name and code. */
export const StateField = (frame: FieldProps) => (
  <StatePick {...frame} keyOf={({ state_id }) => state_id} none={null} />
)

/** A state picker by code, as sent with an organization's first address (ORG-4). */
export const StateCodeField = (frame: FieldProps) => (
  <StatePick {...frame} keyOf={({ acronym }) => acronym} none="" />
)
