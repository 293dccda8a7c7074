import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { trashOf } from '../../api/trashApi'
import type { ExpandOf } from '../../api/kit/expands'
import { contract, fieldOf, nameOf, type ResourceName, type Row } from '../../contract'
import { isRelation, type Resource } from '../../contract/fields'
import type { LoadedResource } from '../../resources'
import type { FieldName } from '../../resources/kit/fieldMeta'
import { titleOf } from '../../resources/kit/resourceView'
import { trashPaths } from '../../resources/trash/paths'
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

/** /mpg/trash/{what}: deleted records, each with a restore button. */
export const pageOf = (resources: readonly LoadedResource[]) => {
  const tabs = resources.flatMap(tabOf)
  return () => {
    const { tab } = useParams()
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
}
