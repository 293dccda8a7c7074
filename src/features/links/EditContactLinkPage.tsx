import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'
import { contactPaths, contactTrail } from '../../resources/contacts/paths'
import { EditLink } from './EditLink'
import { contactLink } from './kinds'

/** /mpg/contacts/{id}/organization/{organization}/edit (CON-12) */
export const Page = () => {
  const contacts = useAppSelector(({ entities }) => entities.contacts)
  return (
    <EditLink
      kind={contactLink}
      from="contact"
      list={contactPaths.list}
      tabOf={contactPaths.organizations}
      trailOf={(id) => contactTrail(contacts?.[id] as Row<'contacts'> | undefined)}
    />
  )
}
