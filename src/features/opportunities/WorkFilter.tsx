import { readinessNames } from '../../resources/opportunities/readinessNames'
import type { Filters } from '../../ui/list/listState'
import type { ListControl } from '../../ui/list/useListState'

/** Groups of options, each a filter and its value. */
const groups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Due: {
    'pricing_due=today': 'Pricing due today',
    'pricing_due=overdue': 'Pricing overdue',
    'pricing_due=next_7': 'Pricing due in the next 7 days',
    'quotes_expire_today=true': 'Quotes expire today',
  },
  'Ready to price': {
    'ready_to_price=true': 'Ready, not priced',
    'ready_score_from=80': '80 or more',
    'ready_score_to=49': 'Under 50',
  },
  Missing: Object.fromEntries(
    Object.entries(readinessNames).map(([line, name]) => [`ready_missing=${line}`, `No ${name}`]),
  ),
}

const options = Object.values(groups).flatMap((group) => Object.keys(group))
const none = Object.fromEntries(options.map((option) => [option.split('=')[0] ?? '', null]))

/** The option that is active; undefined where none is, or where scores are filtered on both sides. */
const chosenIn = (filters: Filters) =>
  options.find((option) => {
    const [name = '', value] = option.split('=')
    const hasBoth = filters['ready_score_from'] !== undefined && filters['ready_score_to'] !== undefined
    return filters[name] === value && !(hasBoth && name.startsWith('ready_score_'))
  })

/** The filters that the input shows. */
export const shownByWork = (filters: Filters): string[] => {
  const [name] = chosenIn(filters)?.split('=') ?? []
  return name === undefined ? [] : [name]
}

/** Filters the list by what the day asks for, or by readiness; the choice is in the URL (QUO-12, RDY-3, RDY-4). */
export const WorkFilter = ({ list: { state, act } }: { list: ListControl }) => {
  const chosen = chosenIn(state.filters)
  return (
    <label className="list-size line">
      Show
      <select
        value={chosen ?? ''}
        onChange={({ target }) => {
          const [name = '', value = null] = target.value.split('=')
          act({ type: 'filtersChosen', filters: name === '' ? none : { ...none, [name]: value } })
        }}
      >
        <option value="">All</option>
        {Object.entries(groups).map(([label, group]) => (
          <optgroup key={label} label={label}>
            {Object.entries(group).map(([option, name]) => (
              <option key={option} value={option}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  )
}
