import { fieldOf, type ResourceName } from '../../contract'
import type { ListControl } from '../../ui/list/useListState'
import { fieldMetaOf, type FieldName, type RecordFieldMeta } from './fieldMeta'

interface ChoiceFilterProps<N extends ResourceName, K extends FieldName<N>> {
  list: ListControl
  of: RecordFieldMeta<N, K>
  /** A choice field that is a filter in the contract. */
  name: NoInfer<K>
  /** Labels of groups of options, by the options separated by commas. */
  groups?: Readonly<Record<string, string>>
  /** The filter's value for all records; by default none. */
  all?: string
}

/** Filters a list by the options of a field; the choice is in the URL. */
export const ChoiceFilter = <N extends ResourceName, K extends FieldName<N>>({
  list: { state, act },
  of,
  name,
  groups = {},
  all = '',
}: ChoiceFilterProps<N, K>) => {
  const field = fieldOf(of.resource, name)
  const { label, nameOf } = fieldMetaOf(of, name)
  const options = field.kind === 'choice' ? field.options : []
  return (
    <label className="list-size line">
      {label}
      <select
        value={state.filters[name] ?? all}
        onChange={({ target }) => act({ type: 'filtered', name, value: target.value || null })}
      >
        <option value={all}>All</option>
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
