import { useCallback } from 'react'
import type { Contract, Input, Row } from '../../contract'
import { layoutSchema, layoutValues } from '../../resources/kit/layout'
import type { LinkEnd, LinkName } from '../../resources/kit/links'
import { useRecordForm } from '../../resources/kit/useRecordForm'
import { newBody, type FormValues } from '../../ui/form/values'
import type { Asked, LinkKind } from './kinds'

/** The form's values of a link. */
export type LinkValues<N extends LinkName> = FormValues<Contract[N]['fields'], Asked<N>>

interface LinkFormOptions<N extends LinkName> {
  /** The end given by the URL for a new link; a stable object. */
  end?: LinkEnd
  /** The link to edit; without it, one is created. */
  link?: Row<N>
  readAgain?: () => void
}

/** The state of a link's form. */
export const useLinkForm = <N extends LinkName>(
  { api, fieldMeta, layout, newRules }: LinkKind<N>,
  { end, link, readAgain }: LinkFormOptions<N>,
) => {
  const [create] = api.create.useMutation()
  const [change] = api.change.useMutation()
  const valuesFrom = useCallback(
    (row: Row<N> | undefined) => layoutValues(layout, row ?? (end as Partial<Row<N>> | undefined)),
    [layout, end],
  )
  const schema = layoutSchema(layout)
  return useRecordForm<N, LinkValues<N>>({
    fieldMeta,
    row: link,
    valuesFrom,
    schema: newRules && !link ? (layoutSchema(layout).shape(newRules) as typeof schema) : schema,
    // The form's schema has checked the required fields.
    make: (values, once) => once(create, newBody(values) as unknown as Input<N>),
    change,
    owner: end && JSON.stringify(end),
    readAgain,
  })
}
