import { fieldOf, type ResourceName } from '../../contract'
import type { ListControl } from '../../ui/list/useListState'
import { faceOf, type FieldName, type RecordFaces } from './face'

interface ChoiceFilterProps<N extends ResourceName, K extends FieldName<N>> {
  list: ListControl
  of: RecordFaces<N, K>
  /** A choice that the contract lets lists be filtered by. */
  name: NoInfer<K>
  /** What several options are called together, by those options with commas between them. */
  groups?: Readonly<Record<string, string>>
}

/** Narrows a list to the records of one of a field's options; the address keeps which. */
export const ChoiceFilter = <N extends ResourceName, K extends FieldName<N>>({
  list: { state, act },
  of,
  name,
  groups = {},
}: ChoiceFilterProps<N, K>) => {
  const field = fieldOf(of.resource, name)
  const { label, nameOf } = faceOf(of, name)
  const options = field.kind === 'choice' ? field.options : []
  return (
    <label className="list-size">
      {label}
      <select
        value={state.filters[name] ?? ''}
        onChange={({ target }) => act({ type: 'filtered', name, value: target.value || null })}
      >
        <option value="">All</option>
        {Object.entries(groups).map(([options, called]) => (
          <option key={options} value={options}>
            {called}
          </option>
        ))}
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf ? nameOf(option as never) : option}
          </option>
        ))}
      </select>
    </label>
  )
}
