import type { ReactNode } from 'react'
import type { CrudApi } from '../../api/kit/crudApi'
import { idOf, type Input, type Row } from '../../contract'
import { useAsyncAction } from '../../ui/dialog/useAsyncAction'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { statusFieldOf, statusOf, type LinkName } from './links'
import './link-refused.css'

interface ReactivateProps<N extends LinkName> {
  resource: N
  api: CrudApi<N>
  /** The existing link. */
  link: Row<N>
  /** The values of the new link, which are applied to the existing one. */
  body: Partial<Input<N>>
  /** Subject, for screen readers. */
  name?: string
  /** Called after the reactivation. */
  done: () => void
  /** Shown where the link is active already. */
  otherwise?: ReactNode
}

/** Offers to reactivate an expired link instead of creating a duplicate (CON-12). */
export const Reactivate = <N extends LinkName>({
  resource,
  api,
  link,
  body,
  name,
  done,
  otherwise,
}: ReactivateProps<N>) => {
  const [change] = api.change.useMutation()
  const { version } = link as { version: number }
  const { isBusy, error, attempt } = useAsyncAction(
    () =>
      change({
        id: idOf(resource, link),
        body: { ...body, [statusFieldOf(resource)]: 'active' },
        version,
      }).unwrap(),
    done,
  )
  if (statusOf(resource, link) === 'active') return otherwise
  return (
    <>
      <span>. The link has expired.</span>{' '}
      <BusyButton
        size="small"
        busy={isBusy}
        onClick={attempt}
        {...(name && { 'aria-label': `Reactivate ${name}` })}
      >
        Reactivate
      </BusyButton>
      {error && <span className="problem"> {error.detail}</span>}
    </>
  )
}
