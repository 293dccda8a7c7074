import { useRef } from 'react'
import { useAppStore } from '../../api/kit/hooks'
import type { RecordAction } from '../../api/kit/mutations'
import { useRevokeAwardMutation, useWithdrawQuoteMutation } from '../../api/quoteActionsApi'
import { quotesApi } from '../../api/quotesApi'
import type { Row } from '../../contract'
import { randomKey } from '../../store/session'
import { ActionDialog } from '../../ui/dialog/ActionDialog'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import { explainRefusal } from './changes'

interface QuoteActionProps {
  quote: Row<'quotes'>
  /** 'Copperlamp Energy, 12 months, fixed' */
  name: string
  close: () => void
}

/** An action at the version that is known when it is confirmed; each version has a key, so that it is done once. */
const useAct = (
  { quote_id, version }: Row<'quotes'>,
  send: (action: RecordAction) => { unwrap: () => Promise<unknown> },
) => {
  const store = useAppStore()
  const keys = useRef(new Map<number, string>())
  return () => {
    const known = store.getState().entities.quotes?.[quote_id] as Row<'quotes'> | undefined
    const current = known?.version ?? version
    const key = keys.current.get(current) ?? randomKey()
    keys.current.set(current, key)
    return send({ id: quote_id, version: current, key, body: {} }).unwrap()
  }
}

/** QUO-11 */
export const RevokeAward = ({ quote, name, close }: QuoteActionProps) => {
  const [revoke] = useRevokeAwardMutation()
  return (
    <ActionDialog
      title="Revoke Award"
      confirmLabel="Revoke"
      danger
      act={useAct(quote, revoke)}
      wayOut={explainRefusal(quote)}
      close={close}
    >
      <p>
        <strong translate="no">{name}</strong> is no longer awarded. The lost quotes of this bid are open or
        expired again.
      </p>
    </ActionDialog>
  )
}

/** QUO-13 */
export const WithdrawQuote = ({ quote, name, close }: QuoteActionProps) => {
  const [withdraw] = useWithdrawQuoteMutation()
  return (
    <ActionDialog
      title="Withdraw Quote"
      confirmLabel="Withdraw"
      act={useAct(quote, withdraw)}
      wayOut={explainRefusal(quote)}
      close={close}
    >
      <p>
        <strong translate="no">{name}</strong> was withdrawn by its supplier. It is no longer compared.
      </p>
    </ActionDialog>
  )
}

/** Moves a quote to the trash. */
export const DeleteQuote = ({ quote, name, close }: QuoteActionProps) => {
  const [remove] = quotesApi.remove.useMutation()
  return (
    <DeleteDialog
      title="Delete Quote"
      name={name}
      remove={() => remove(quote.quote_id).unwrap()}
      done={close}
      cancel={close}
    />
  )
}
