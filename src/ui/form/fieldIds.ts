import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'

/** One form on the page, as its fields see it. */
interface FormPlace {
  /** Tells its fields from those of another form. */
  id: string
  /** The labels of the fields that are there, by name, in the order in which they came. */
  labels: Map<string, string>
  /** Told when a field comes or goes. */
  watchers: Set<() => void>
}

export const formPlace = (id: string): FormPlace => ({ id, labels: new Map(), watchers: new Set() })

export const FormPlaceContext = createContext(formPlace('form'))

const idOf = ({ id }: FormPlace, name: string) => `${id}-${name}`

/** The id of a field's input; the form knows the field's label from now on. */
export const useFieldId = (name: string, label: string) => {
  const place = useContext(FormPlaceContext)
  const { labels, watchers } = place
  useEffect(() => {
    const tell = () => {
      for (const changed of watchers) changed()
    }
    labels.set(name, label)
    tell()
    return () => {
      labels.delete(name)
      tell()
    }
  }, [labels, watchers, name, label])
  return idOf(place, name)
}

/** The fields of the form around: what each is called, and the id of its input. */
export const useFields = () => {
  const place = useContext(FormPlaceContext)
  return () => [...place.labels].map(([name, label]) => ({ name, label, id: idOf(place, name) }))
}

/** The same for whoever shows them: rendered anew when one comes or goes. */
export const useShownFields = () => {
  const { labels, watchers } = useContext(FormPlaceContext)
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    () => [...labels.keys()].join(),
  )
  return useFields()()
}
