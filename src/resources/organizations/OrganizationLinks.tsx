import { useRows } from '../../api/kit/hooks'
import { organizationName } from './paths'
import { OrganizationLink } from './OrganizationLink'

interface OrganizationLinksProps {
  ids: readonly number[]
  /** Maximum number shown, followed by the number of the others, and in print by their names. */
  atMost?: number
}

/** Links to several organizations, on one line. */
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
          <span className="not-printed">
            {' '}
            +{others.length}
            <span className="visually-hidden">: </span>
          </span>
          <span className="visually-hidden printed-names">{others.join(', ')}</span>
        </span>
      )}
    </>
  )
}

/** The same in a list row, with few lines; nothing for none, so that a card omits the label. */
export const organizationsInRow = (ids: readonly number[]) =>
  ids.length > 0 && <OrganizationLinks ids={ids} atMost={1} />
