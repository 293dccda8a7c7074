import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'

const takesFocus = 'input, select, textarea, button, [tabindex], [contenteditable="true"]'

/** Focuses an input, or the first one of a group. */
export const focusInput = (element: Element | null) => {
  const input = element?.matches(takesFocus) ? element : element?.querySelector(takesFocus)
  if (input instanceof HTMLElement) input.focus()
}

/** The form's context for its fields. */
interface FormPlace {
  /** Distinguishes its fields from those of another form. */
  id: string
  /** The labels of the mounted fields by name, in mount order. */
  labels: Map<string, string>
  /** Called when a field mounts or unmounts. */
  watchers: Set<() => void>
}

export const formPlace = (id: string): FormPlace => ({ id, labels: new Map(), watchers: new Set() })

export const FormPlaceContext = createContext(formPlace('form'))

const idOf = ({ id }: FormPlace, name: string) => `${id}-${name}`

/** Returns the id of a field's input, and registers its label. */
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

/** The fields of the surrounding form: labels and input ids. */
export const useFields = () => {
  const place = useContext(FormPlaceContext)
  return () => [...place.labels].map(([name, label]) => ({ name, label, id: idOf(place, name) }))
}

/** The same with re-rendering when a field mounts or unmounts. */
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
