import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import type { ResourceName, Row } from '../../contract'
import { idFrom } from '../../ui/page/idFrom'
import { RecordPage, type PageKind } from './RecordPage'

interface RecordTabsPageProps<N extends ResourceName> {
  of: PageKind<N>
  /** Where one record is shown whose address names no tab. */
  start: (id: number) => string
  /** The record as far as it is known, at the tab that its address names. */
  children: (id: number, tab: string | undefined, row: Row<N> | undefined) => ReactNode
}

/** The page of a record whose tabs are addresses, /…/{id}/{type}; without an id it leads to the list. */
export const RecordTabsPage = <N extends ResourceName>({ of, start, children }: RecordTabsPageProps<N>) => {
  const { id: idText, type } = useParams()
  const id = idFrom(idText)
  if (id !== null && type === undefined) return <Navigate to={start(id)} replace />
  const show = (row?: Row<N>) => id !== null && children(id, type, row)
  return (
    <RecordPage of={of} waiting={show()}>
      {(row) => show(row)}
    </RecordPage>
  )
}
