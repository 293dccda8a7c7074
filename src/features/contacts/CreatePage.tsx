import { useNavigate } from 'react-router-dom'
import { contactPaths, contactTrail } from '../../resources/contacts/paths'
import { Allowed } from '../../resources/kit/Allowed'
import { PageHeader } from '../../ui/page/PageHeader'
import { useGoBack } from '../../ui/page/useGoBack'
import { NewContactForm } from './form/NewContactForm'

/** /mpg/contacts/create; Cancel returns to the list (CON-2). */
export const Page = () => {
  const navigate = useNavigate()
  const goBack = useGoBack(contactPaths.list)
  const cancel = () => void navigate(contactPaths.list)
  return (
    <>
      <PageHeader title="Create Contact" trail={contactTrail()} />
      <Allowed to="create" of="contacts" leave={cancel}>
        <NewContactForm done={goBack} cancel={cancel} />
      </Allowed>
    </>
  )
}
