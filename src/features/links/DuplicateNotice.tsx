import { useFormikContext } from 'formik'
import { Link } from 'react-router-dom'
import type { Input, Row } from '../../contract'
import type { LinkName } from '../../resources/kit/links'
import { Reactivate } from '../../resources/kit/LinkRefused'
import { newBody } from '../../ui/form/values'
import { usePass } from '../../ui/navigationGuard/guards'
import type { LinkKind } from './kinds'
import type { LinkValues } from './useLinkForm'

interface DuplicateNoticeProps<N extends LinkName> {
  kind: LinkKind<N>
  /** The server's message. */
  detail: string
  /** The existing link. */
  link: Row<N>
  /** Path of that link's form. */
  edit: string
  done: () => void
}

/** In the form: the link exists already; an expired one can be reactivated (CON-12). */
export const DuplicateNotice = <N extends LinkName>({
  kind: { resource, api },
  detail,
  link,
  edit,
  done,
}: DuplicateNoticeProps<N>) => {
  const { values } = useFormikContext<LinkValues<N>>()
  const pass = usePass()
  return (
    <div className="form-problems" role="alert">
      <p>
        {detail}
        <Reactivate
          resource={resource}
          api={api}
          link={link}
          body={newBody(values) as unknown as Partial<Input<N>>}
          done={() => pass(done)}
          otherwise={
            <>
              . <Link to={edit}>Edit the link that there is</Link>
            </>
          }
        />
      </p>
    </div>
  )
}
