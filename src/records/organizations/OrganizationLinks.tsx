import { useRows } from '../../api/kit/hooks'
import { organizationName } from './names'
import { OrganizationLink } from './OrganizationLink'

interface OrganizationLinksProps {
  ids: readonly number[]
  /** Where there is little room: so many are shown, and the number of the others. */
  atMost?: number
}

/** The ways to several organizations, in one line. */
export const OrganizationLinks = ({ ids, atMost = ids.length }: OrganizationLinksProps) => {
  const others = useRows('organizations', ids.slice(atMost)).map(organizationName)
  return (
    <>
      {ids.slice(0, atMost).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <OrganizationLink id={id} />
        </span>
      ))}
      {others.length > 0 && (
        <span className="quiet" title={others.join(', ')}>
          {' '}
          +{others.length}
          <span className="visually-hidden">: {others.join(', ')}</span>
        </span>
      )}
    </>
  )
}

/** The same in a row of a list, whose lines are few; nothing for none, so that a card leaves its label out. */
export const organizationsInRow = (ids: readonly number[]) =>
  ids.length > 0 && <OrganizationLinks ids={ids} atMost={1} />
