import { createContext, useContext, useEffect } from 'react'

/** One form on the page, as its fields see it. */
interface FormPlace {
  /** Tells its fields from those of another form. */
  id: string
  /** The labels of the fields that are there, by name, in the order in which they came. */
  labels: Map<string, string>
}

export const FormPlaceContext = createContext<FormPlace>({ id: 'form', labels: new Map() })

const idOf = ({ id }: FormPlace, name: string) => `${id}-${name}`

/** The id of a field's input; the form knows the field's label from now on. */
export const useFieldId = (name: string, label: string) => {
  const place = useContext(FormPlaceContext)
  const { labels } = place
  useEffect(() => {
    labels.set(name, label)
    return () => void labels.delete(name)
  }, [labels, name, label])
  return idOf(place, name)
}

/** The fields of the form around: what each is called, and the id of its input. */
export const useFields = () => {
  const place = useContext(FormPlaceContext)
  return () => [...place.labels].map(([name, label]) => ({ name, label, id: idOf(place, name) }))
}
