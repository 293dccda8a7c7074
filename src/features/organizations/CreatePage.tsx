import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import {
  organizationPaths,
  organizationTrail,
  type SoughtOrganization,
} from '../../resources/organizations/paths'
import { useOrganizationQueue } from '../../resources/organizations/useOrganizationQueue'
import { PageHeader } from '../../ui/page/PageHeader'
import { idFrom } from '../../ui/page/idFrom'
import { useGoBack } from '../../ui/page/useGoBack'
import { OrganizationForm } from './form/OrganizationForm'

/** The search without a match, passed on by the bureau's page. */
const soughtIn = (query: URLSearchParams): Partial<SoughtOrganization> =>
  Object.fromEntries(
    (['name', 'city', 'state'] as const).flatMap((part) => {
      const text = query.get(part)?.trim()
      return text ? [[part, text]] : []
    }),
  )

/** /mpg/organizations/create; for an opportunity, the new organization joins its queue (ORG-2, BUR-4). */
export const Page = () => {
  const [query] = useSearchParams()
  const opportunity = idFrom(query.get('opportunity') ?? undefined)
  const queue = useOrganizationQueue(opportunity)
  const navigate = useNavigate()
  const cancel = useGoBack(organizationPaths.list)
  const backToQueue = useGoBack(organizationPaths.bureauSearch(opportunity ?? undefined))
  const sought = useMemo(() => soughtIn(query), [query])

  const done = (id: number, name: string) => {
    queue.add({ name, bin: null, organization: id })
    // Goes back to the bureau's search, from which Back leads to where it was started.
    if (opportunity === null) void navigate(organizationPaths.details(id), { replace: true })
    else backToQueue()
  }
  return (
    <>
      <PageHeader title="Create Organization" trail={organizationTrail()} />
      <OrganizationForm label="Create organization" sought={sought} done={done} cancel={cancel} />
    </>
  )
}
