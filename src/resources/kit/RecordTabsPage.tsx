import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import type { ResourceName, Row } from '../../contract'
import { idFrom } from '../../ui/page/idFrom'
import { RecordPage, type PageKind } from './RecordPage'

interface RecordTabsPageProps<N extends ResourceName> {
  of: PageKind<N>
  /** Path of a record's default tab. */
  start: (id: number) => string
  /** Renders the loaded record at the tab of the URL. */
  children: (id: number, tab: string | undefined, row: Row<N> | undefined) => ReactNode
}

/** The page of a record whose tabs have URLs, /…/{id}/{type}; without an id it redirects to the list. */
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
