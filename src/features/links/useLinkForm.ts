import { useCallback } from 'react'
import type { Contract, Input, Row } from '../../contract'
import { layoutSchema, layoutValues } from '../../records/kit/layout'
import type { LinkEnd, LinkName } from '../../records/kit/links'
import { useRecordForm } from '../../records/kit/useRecordForm'
import { newBody, type FormValues } from '../../ui/form/values'
import type { Asked, LinkKind } from './kinds'

/** What the form holds of a link. */
export type LinkValues<N extends LinkName> = FormValues<Contract[N]['fields'], Asked<N>>

interface LinkFormOptions<N extends LinkName> {
  /** Where a new link begins: the end that the address of the page names. Always the same. */
  end?: LinkEnd
  /** The link that is changed; without it, one is made. */
  link?: Row<N>
  readAgain?: () => void
}

/** The state of the form over one link. */
export const useLinkForm = <N extends LinkName>(
  { api, faces, layout }: LinkKind<N>,
  { end, link, readAgain }: LinkFormOptions<N>,
) => {
  const [create] = api.create.useMutation()
  const [change] = api.change.useMutation()
  const valuesFrom = useCallback(
    (row: Row<N> | undefined) => layoutValues(layout, row ?? (end as Partial<Row<N>> | undefined)),
    [layout, end],
  )
  return useRecordForm<N, LinkValues<N>>({
    faces,
    row: link,
    valuesFrom,
    schema: layoutSchema(layout),
    // The rules of the form have seen to what must be given.
    make: (values, once) => once(create, newBody(values) as unknown as Input<N>),
    change,
    owner: end && JSON.stringify(end),
    readAgain,
  })
}
