import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { trashOf } from '../../api/trashApi'
import type { ExpandOf } from '../../api/kit/expands'
import { contract, fieldOf, nameOf, type ResourceName, type Row } from '../../contract'
import { isRelation, type Resource } from '../../contract/fields'
import { loadParts, type LoadedResource } from '../../resources'
import type { FieldName } from '../../resources/kit/fieldMeta'
import { RecordBars } from '../../resources/kit/RecordPage'
import { titleOf } from '../../resources/kit/resourceView'
import { trashPaths } from '../../resources/trash/paths'
import { Button } from '../../ui/antd/Button'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { lazyPart } from '../../ui/page/lazyPart'
import { PageHeader } from '../../ui/page/PageHeader'
import { RouteTabs } from '../../ui/page/RouteTabs'
import { TrashList } from './TrashList'
import './trash.css'

interface Tab {
  label: string
  to: string
  list: ReactNode
}

/** The tab of a resource with a trash. */
const tabOf = <N extends ResourceName>({
  view,
  parts: { fieldMeta, nameOf: call, trash },
}: LoadedResource<N>): Tab[] => {
  if (!trash) return []
  const { resource, noun } = view
  const { nameField }: Resource = contract[resource]
  const {
    show,
    // defineParts has one of them given.
    column = nameField as FieldName<N>,
    facts = ['created_at' as FieldName<N>],
  } = trash
  const relations = [column, ...facts].filter((name) => isRelation(fieldOf(resource, name)))
  return [
    {
      label: titleOf(view),
      to: trashPaths.tab(noun[1]),
      list: (
        <TrashList
          fieldMeta={fieldMeta}
          endpoint={trashOf(resource, relations as readonly ExpandOf<N>[])}
          name={column}
          facts={facts}
          nameOf={call ?? ((row: Row<N>) => nameOf(resource, row))}
          noun={noun[1]}
          {...(show && { show })}
        />
      ),
    },
  ]
}

const { usePart: useTabs } = lazyPart(async () => (await loadParts()).flatMap(tabOf))

/** While the resources are loading, or after that has failed. */
const Waiting = ({ isMissing, retry }: { isMissing: boolean; retry: () => void }) => (
  <>
    <PageHeader title="Trash" />
    {isMissing ? (
      <EmptyState title="The trash could not be loaded.">
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    ) : (
      <RecordBars />
    )}
  </>
)

/** /mpg/trash/{what}: deleted records, each with a restore button. */
export const Page = () => {
  const { tab } = useParams()
  const { Part: tabs, isMissing, retry } = useTabs()
  if (!tabs) return <Waiting isMissing={isMissing} retry={retry} />
  const open = tabs.findIndex(({ to }) => tab !== undefined && to === trashPaths.tab(tab))
  const current = tabs[open]
  if (!current) return <Navigate to={tabs[0]?.to ?? '/'} replace />
  return (
    <>
      <PageHeader title="Trash" trail={[{ label: current.label }]} />
      <RouteTabs label="Trash" tabs={tabs} open={open}>
        <div key={current.to}>{current.list}</div>
      </RouteTabs>
    </>
  )
}
