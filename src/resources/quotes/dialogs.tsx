import { useState } from 'react'
import { quotesApi, useRevokeAwardMutation, useWithdrawQuoteMutation } from '../../api/quotesApi'
import type { Row } from '../../contract'
import { randomKey } from '../../store/session'
import { ActionDialog } from '../../ui/dialog/ActionDialog'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'

interface QuoteActionProps {
  quote: Row<'quotes'>
  /** 'Copperlamp Energy, 12 months, fixed' */
  name: string
  close: () => void
}

/** QUO-11 */
export const RevokeAward = ({ quote: { quote_id, version }, name, close }: QuoteActionProps) => {
  const [revoke] = useRevokeAwardMutation()
  const [key] = useState(randomKey)
  return (
    <ActionDialog
      title="Revoke Award"
      confirmLabel="Revoke"
      danger
      act={() => revoke({ id: quote_id, version, key }).unwrap()}
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
export const WithdrawQuote = ({ quote: { quote_id, version }, name, close }: QuoteActionProps) => {
  const [withdraw] = useWithdrawQuoteMutation()
  const [key] = useState(randomKey)
  return (
    <ActionDialog
      title="Withdraw Quote"
      confirmLabel="Withdraw"
      act={() => withdraw({ id: quote_id, version, key }).unwrap()}
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
