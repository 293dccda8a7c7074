import type { ReactNode } from 'react'
import type { PlainApi } from '../../api/kit/plainApi'
import { idOf, type Input, type Row } from '../../contract'
import { useAttempt } from '../../ui/dialog/useAttempt'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { statusFieldOf, statusOf, type LinkName } from './links'
import './link-refused.css'

interface ReactivateProps<N extends LinkName> {
  resource: N
  api: PlainApi<N>
  /** The link that is there already. */
  link: Row<N>
  /** What was typed for the new one: it holds for the old one from now on. */
  body: Partial<Input<N>>
  /** Of what, for screen readers. */
  name?: string
  /** After it holds again. */
  done: () => void
  /** Stands where the link holds already. */
  otherwise?: ReactNode
}

/** Offers to reactivate a link that has expired instead of making a second one of the same two (CON-12). */
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
  const { isBusy, error, attempt } = useAttempt(
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
