import { Navigate, useParams } from 'react-router-dom'
import { useAppSelector, useRow } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { RecordFacts } from '../../resources/kit/RecordFacts'
import { RecordFrame } from '../../resources/kit/RecordPage'
import { linkArgs, type LinkName } from '../../resources/kit/links'
import type { AnyRow } from '../../store/entities'
import { PageHeader } from '../../ui/page/PageHeader'
import { idFrom } from '../../ui/page/idFrom'
import { useGoBack } from '../../ui/page/useGoBack'
import type { Asked, LinkKind } from './kinds'
import { LinkForm } from './LinkForm'
import { useLinkForm } from './useLinkForm'

interface Crumb {
  label: string
  to?: string
}

interface EditLinkProps<N extends LinkName> {
  kind: LinkKind<N>
  /** The end that is not an organization, with which the page's path begins. */
  from: 'contact' | 'address'
  /** Path of the list, for pages without an id. */
  list: string
  /** The tab of that end with the link. */
  tabOf: (id: number) => string
  /** The breadcrumb of this page. */
  trailOf: (id: number) => readonly Crumb[]
}

interface FormProps<N extends LinkName> extends Pick<EditLinkProps<N>, 'kind' | 'from'> {
  link: Row<N>
  tab: string
  readAgain: () => void
}

const Form = <N extends LinkName>({ kind, from, link, tab, readAgain }: FormProps<N>) => {
  const form = useLinkForm(kind, { link, readAgain })
  const goBack = useGoBack(tab)
  const ends = ['organization', from] as unknown as readonly Asked<N>[]
  return (
    <LinkForm kind={kind} form={form} label="Edit link" known={ends} done={goBack} cancel={goBack}>
      <RecordFacts title="Who and where" of={kind.fieldMeta} names={ends} row={link} />
    </LinkForm>
  )
}

/** The link of the two records, if it is in the cache. */
const useKnownLink = <N extends LinkName>(resource: N, end: Readonly<Record<string, number>>) =>
  useAppSelector(({ entities }) =>
    Object.values<AnyRow>(entities[resource] ?? {}).find((row) =>
      Object.entries(end).every(([field, id]) => row[field] === id),
    ),
  ) as Row<N> | undefined

const Loaded = <N extends LinkName>({
  kind,
  from,
  id,
  organization,
  tabOf,
  trailOf,
}: Omit<EditLinkProps<N>, 'list'> & { id: number; organization: number }) => {
  const { resource, api, status } = kind
  const end = { organization, [from]: id }
  const reading = api.list.useQuery(
    { ...linkArgs(resource, end), ordering: status },
    { refetchOnMountOrArgChange: true },
  )
  const found = useRow(resource, reading.currentData?.ids[0])
  const known = useKnownLink(resource, end)
  return (
    <RecordFrame
      of={{ what: 'This link', list: tabOf(id) }}
      reading={reading}
      row={found ?? known}
      isMissing={reading.currentData?.count === 0}
      head={() => <PageHeader title="Edit Link" trail={trailOf(id)} />}
    >
      {(link, readAgain) => (
        <Form kind={kind} from={from} link={link} tab={tabOf(id)} readAgain={readAgain} />
      )}
    </RecordFrame>
  )
}

/**
 * Edits the link of two records: the active one, where they have several (CON-12, ADR-4). The URL has the
 * organization's id.
 */
export const EditLink = <N extends LinkName>({ list, ...page }: EditLinkProps<N>) => {
  const params = useParams()
  const id = idFrom(params.id)
  const organization = idFrom(params.organization)
  if (id === null) return <Navigate to={list} replace />
  if (organization === null) return <Navigate to={page.tabOf(id)} replace />
  return <Loaded key={`${id} ${organization}`} {...page} id={id} organization={organization} />
}
