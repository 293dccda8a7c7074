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

/** One of the states by its id, as addresses keep it (ADR-2). Name and code both find it. */
export const StateField = (frame: FieldProps) => (
  <StatePick {...frame} keyOf={({ state_id }) => state_id} none={null} />
)

/** One of the states by its code, as an organization's first address is sent (ORG-4). */
export const StateCodeField = (frame: FieldProps) => (
  <StatePick {...frame} keyOf={({ acronym }) => acronym} none="" />
)
