import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Row } from '../../contract'
import type { LinkEnd, LinkName } from '../../resources/kit/links'
import { useGoBack } from '../../ui/page/useGoBack'
import { DuplicateNotice } from './DuplicateNotice'
import type { Asked, LinkKind } from './kinds'
import { LinkForm } from './LinkForm'
import { useLinkForm } from './useLinkForm'

interface NewLinkProps<N extends LinkName> {
  kind: LinkKind<N>
  label: string
  /** The field given by the URL, and its record. */
  from: Asked<N>
  id: number
  /** The tab that lists the new link. */
  tab: string
  /** Path of an existing link's form. */
  editOf: (link: Row<N>) => string
}

/** Links a record to another one. A new link is active. */
export const NewLink = <N extends LinkName>({ kind, label, from, id, tab, editOf }: NewLinkProps<N>) => {
  const end: LinkEnd = useMemo(() => ({ [from]: id }), [from, id])
  const form = useLinkForm(kind, { end })
  const navigate = useNavigate()
  const cancel = useGoBack(tab)
  const done = () => void navigate(tab, { replace: true })
  return (
    <LinkForm
      kind={kind}
      form={form}
      label={label}
      known={[from, kind.status]}
      explain={({ code, detail, current }) => {
        const link = current as Row<N> | undefined
        return code === 'duplicate' && link ? (
          <DuplicateNotice kind={kind} detail={detail} link={link} edit={editOf(link)} done={done} />
        ) : undefined
      }}
      done={done}
      cancel={cancel}
    />
  )
}
