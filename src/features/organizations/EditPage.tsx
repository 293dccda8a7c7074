import { useParams } from 'react-router-dom'
import { useRow } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { RecordBars, RecordPage } from '../../resources/kit/RecordPage'
import { organizationPage } from '../../resources/organizations/page'
import { organizationPaths, organizationTrail } from '../../resources/organizations/paths'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { PageHeader } from '../../ui/page/PageHeader'
import { idFrom } from '../../ui/page/idFrom'
import { useGoBack } from '../../ui/page/useGoBack'
import { OrganizationForm } from './form/OrganizationForm'
import { useFirstAddress } from './useFirstAddress'

interface EditProps {
  organization: Row<'organizations'>
  readAgain: () => void
  first: ReturnType<typeof useFirstAddress>
}

const Edit = ({ organization, readAgain, first }: EditProps) => {
  const goBack = useGoBack(organizationPaths.details(organization.organization_id))
  if (first.is === 'waiting') return <RecordBars />
  if (first.is === 'failed')
    return (
      <ErrorState title="The first address could not be loaded." error={first.error} retry={first.retry} />
    )
  return (
    <OrganizationForm
      label="Edit organization"
      organization={organization}
      addresses={first.readings}
      readAgain={readAgain}
      done={goBack}
      cancel={goBack}
    />
  )
}

const EditOf = ({ id }: { id: number | null }) => {
  // Requested in parallel with the organization.
  const first = useFirstAddress(id, useRow('organizations', id ?? undefined)?.version)
  return (
    <RecordPage
      of={organizationPage}
      head={(organization) => (
        <PageHeader title="Edit Organization" trail={organizationTrail(organization)} />
      )}
    >
      {(organization, readAgain) => <Edit organization={organization} readAgain={readAgain} first={first} />}
    </RecordPage>
  )
}

/** /mpg/organizations/{id}/edit; without an id, redirects to the list (ORG-2). */
export const Page = () => {
  const id = idFrom(useParams().id)
  return <EditOf key={id} id={id} />
}
