import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { object, string, type ObjectSchema } from 'yup'
import { bureauSearch, isSearchable, type BureauSearch } from '../../contract/bureau'
import { problems } from '../../contract/problems'
import { idFrom } from '../../ui/page/idFrom'

const names = ['state', 'city', 'organization_name'] as const

const searchable = (name: 'city' | 'organization_name') =>
  string()
    .trim()
    .required(bureauSearch.fields[name].requiredMessage)
    .test('searchable', bureauSearch.fields[name].requiredMessage, isSearchable)

/** The schema of a search, with the texts of the contract (BUR-1). */
export const schema: ObjectSchema<BureauSearch> = object({
  state: string().required(problems.required),
  city: searchable('city'),
  organization_name: searchable('organization_name'),
})

/** The search in the URL, and a function to change it; there, so that Back returns to it. */
export const useAsked = () => {
  const [query, setQuery] = useSearchParams()
  const [state, city, organization_name] = names.map((name) => query.get(name)?.trim() ?? '')
  const values = useMemo(
    () => ({ state: state ?? '', city: city ?? '', organization_name: organization_name ?? '' }),
    [state, city, organization_name],
  )
  return {
    opportunity: idFrom(query.get('opportunity') ?? undefined),
    values,
    /** Null while incomplete. */
    asked: schema.isValidSync(values) ? values : null,
    /** Returns whether the values differ from the current search. */
    ask: (wanted: BureauSearch): boolean => {
      const isNew = names.some((name) => wanted[name].trim() !== values[name])
      setQuery(
        (before) => {
          for (const name of names) before.set(name, wanted[name].trim())
          return before
        },
        // Back leads to where the search was started.
        { replace: true },
      )
      return isNew
    },
  }
}
