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
    .required(bureauSearch.fields[name].missing)
    .test('searchable', bureauSearch.fields[name].missing, isSearchable)

/** The rules of a search, in the words of the contract (BUR-1). */
export const schema: ObjectSchema<BureauSearch> = object({
  state: string().required(problems.required),
  city: searchable('city'),
  organization_name: searchable('organization_name'),
})

/** The search that the address asks for, and how to ask for another one; it stands there, so that one comes back to it. */
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
    /** Null while not all of it is given. */
    asked: schema.isValidSync(values) ? values : null,
    /** Whether these values ask for something else. */
    ask: (wanted: BureauSearch): boolean => {
      const isNew = names.some((name) => wanted[name].trim() !== values[name])
      setQuery(
        (before) => {
          for (const name of names) before.set(name, wanted[name].trim())
          return before
        },
        // The way back leads to where the search was begun.
        { replace: true },
      )
      return isNew
    },
  }
}
