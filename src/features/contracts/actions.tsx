import { useMemo, useState } from 'react'
import {
  useAmendContractMutation,
  useRenewContractMutation,
  useSignContractMutation,
  useTerminateContractMutation,
  type AmendedValues,
} from '../../api/contractActionsApi'
import type { RecordAction } from '../../api/kit/mutations'
import { contract, type Row } from '../../contract'
import { accountNeeded, contractActionFields } from '../../contract/contractActions'
import { amendedFields } from '../../contract/contracts'
import { pricingTypes } from '../../contract/bids'
import { pricingTypeName } from '../../resources/bids/names'
import { dialogsFor } from '../../resources/contractAccounts/dialogs'
import { fieldMeta } from '../../resources/contracts/fieldMeta'
import { Fields } from '../../resources/kit/Fields'
import { ActionDialog } from '../../ui/dialog/ActionDialog'
import { DateField } from '../../ui/form/DateField'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { FormDialog } from '../../ui/form/FormDialog'
import { RadioField } from '../../ui/form/RadioField'
import { schemaOf } from '../../ui/form/schemaOf'
import { SwitchField } from '../../ui/form/SwitchField'
import { TextField } from '../../ui/form/TextField'
import { useRequestKeys } from '../../ui/form/useRequestKeys'
import { valuesOf } from '../../ui/form/values'

interface ActionProps {
  row: Row<'contracts'>
  close: () => void
}

/** Sends an action; the same version and body have one key, so that a repeated attempt does it once (GAS-2). */
const useSend = <B extends object>(
  { contract_id, version }: Row<'contracts'>,
  send: (action: RecordAction<B>) => { unwrap: () => Promise<unknown> },
) => {
  const keyFor = useRequestKeys()
  return (body: B) => send({ id: contract_id, version, key: keyFor([version, body]), body }).unwrap()
}

const signSchema = schemaOf({ fields: contractActionFields.sign }, ['signed_on', 'price_confirmed'])

interface SignValues {
  signed_on: string | null
  price_confirmed: boolean | null
}

/** Signs a draft; one without accounts gets one first, and the form comes back as it was (CTR-2). */
export const Sign = ({ row, close }: ActionProps) => {
  const [sign] = useSignContractMutation()
  const send = useSend(row, sign)
  const [sent, setSent] = useState<SignValues>({ signed_on: null, price_confirmed: false })
  const [isAdding, setIsAdding] = useState(false)
  const { contract_id } = row
  const { Edit: AddAccount } = useMemo(() => dialogsFor({ contract: contract_id }), [contract_id])
  if (isAdding) return <AddAccount close={() => setIsAdding(false)} />
  return (
    <FormDialog<SignValues>
      title="Sign Contract"
      saveLabel="Sign"
      initialValues={sent}
      schema={signSchema}
      submit={async (values) => {
        setSent(values)
        await send(values)
      }}
      explain={({ detail }) =>
        detail === accountNeeded ? (
          <div className="form-problems" role="alert">
            <p>{detail}</p>
            <button type="button" className="link-button" onClick={() => setIsAdding(true)}>
              Add Account
            </button>
          </div>
        ) : undefined
      }
      // After an account was added, what was entered is what the form begins with.
      holdsMore={sent.signed_on !== null}
      close={close}
      draft={null}
    >
      <p className="dialog-text">After that price, fee, term and dates change by amendments only.</p>
      <DateField name="signed_on" label="Signed On" required />
      {row.quote !== null && (
        <SwitchField name="price_confirmed" label="The supplier has confirmed the price" />
      )}
    </FormDialog>
  )
}

const terminateSchema = schemaOf({ fields: contractActionFields.terminate }, ['terminated_on', 'reason'])

/** CTR-10 */
export const Terminate = ({ row, close }: ActionProps) => {
  const [terminate] = useTerminateContractMutation()
  const send = useSend(row, terminate)
  return (
    <FormDialog<{ terminated_on: string | null; reason: string }>
      title="Terminate Contract"
      saveLabel="Terminate"
      initialValues={{ terminated_on: null, reason: '' }}
      schema={terminateSchema}
      submit={async (values) => {
        await send(values)
      }}
      close={close}
      draft={null}
    >
      <DateField
        name="terminated_on"
        label="Last Day"
        required
        hint={`${row.start_date} to ${row.end_date}.`}
      />
      <TextField name="reason" label="Reason" multiline required />
    </FormDialog>
  )
}

type AmendValues = ReturnType<typeof amendable> & { effective_on: string | null; reason: string }

const amendable = (row: Row<'contracts'>) => valuesOf(contract.contracts, amendedFields, row)
const amendSchema = schemaOf({ fields: contractActionFields.amend }, ['effective_on', 'reason']).concat(
  schemaOf(contract.contracts, amendedFields),
)
const types = Object.values(pricingTypes).map((value) => ({ value, label: pricingTypeName(value) }))
const inputs = { pricing_type: (frame: FieldProps) => <RadioField {...frame} options={types} /> }

/** CTR-2 */
export const Amend = ({ row, close }: ActionProps) => {
  const [amend] = useAmendContractMutation()
  const send = useSend(row, amend)
  const submit = async ({ effective_on, reason: why, ...values }: AmendValues) => {
    const changed = amendedFields.filter((name) => values[name] !== row[name])
    const fields = Object.fromEntries(changed.map((name) => [name, values[name]])) as AmendedValues
    await send({ effective_on, reason: why, fields })
  }
  return (
    <FormDialog<AmendValues>
      title="Amend Contract"
      saveLabel="Amend"
      width={720}
      initialValues={{ ...amendable(row), effective_on: null, reason: '' }}
      schema={amendSchema}
      submit={submit}
      close={close}
      draft={null}
    >
      <DateField name="effective_on" label="Effective On" required />
      <TextField name="reason" label="Reason" multiline required />
      <Fields of={fieldMeta} names={amendedFields} inputs={inputs} />
    </FormDialog>
  )
}

/** CTR-9 */
export const Renew = ({ row, close }: ActionProps) => {
  const [renew] = useRenewContractMutation()
  const send = useSend(row, renew)
  return (
    <ActionDialog title="Renew Contract" confirmLabel="Renew" act={() => send({})} close={close}>
      <p>
        This makes an opportunity with the organizations of this contract, and a bid of its accounts for the
        time after its end.
      </p>
    </ActionDialog>
  )
}
