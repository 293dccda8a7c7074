import { contractsApi } from '../../api/contractsApi'
import { idOf, nameOf, type Input, type Row } from '../../contract'
import { pricingTypes } from '../../contract/bids'
import { amendedFields, isDraft } from '../../contract/contracts'
import { monthlyVolumes } from '../../contract/gas/choices'
import { fieldMeta } from '../../resources/contracts/fieldMeta'
import { pricingTypeName } from '../../resources/bids/names'
import { Fields } from '../../resources/kit/Fields'
import { defineLayout, layoutSchema, layoutValues, type ValuesOf } from '../../resources/kit/layout'
import { RecordDialog } from '../../resources/kit/RecordForm'
import { useRecordForm } from '../../resources/kit/useRecordForm'
import { DeleteDialog } from '../../ui/dialog/DeleteDialog'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { RadioField } from '../../ui/form/RadioField'
import { newBody } from '../../ui/form/values'
import type { RowDialogs } from '../../ui/list/useRowDialogs'
import { Disclosure } from '../../ui/value/Disclosure'

type Contract = Row<'contracts'>

const layout = defineLayout(
  'contracts',
  {
    deal: {
      title: 'Contract',
      fields: [
        'organization',
        'supplier',
        'contract_number',
        'utility_state',
        'pricing_type',
        'index_curve',
        'price',
        'price_unit',
        'pricing_point',
        'swing',
        'fee',
        'fee_unit',
        'start_date',
        'term',
        'start_rule',
        'after_end',
        'notice_days',
        'notice_kind',
        'notice_open_days',
        'notes',
      ],
    },
    volumes: {
      title: 'Volumes',
      fields: ['volume_unit', ...monthlyVolumes],
    },
  },
  ['opportunity', 'renews'],
)
const schema = layoutSchema(layout)
type ContractValues = ValuesOf<typeof layout>
const valuesFrom = (row: Contract | undefined): ContractValues => layoutValues(layout, row)

const types = Object.values(pricingTypes).map((value) => ({ value, label: pricingTypeName(value) }))
/** Custom inputs of this form. */
const inputs = { pricing_type: (frame: FieldProps) => <RadioField {...frame} options={types} /> }

/** The fields that change by amendment once a contract is signed. */
const guarded: ReadonlySet<string> = new Set(amendedFields)

/** Enters or edits a contract (CTR-1), without what a signed one changes by amendment only (CTR-2). */
export const Edit: RowDialogs<Contract>['Edit'] = ({ row, close }) => {
  const [create] = contractsApi.create.useMutation()
  const [change] = contractsApi.change.useMutation()
  const [read] = contractsApi.row.useLazyQuery()
  const form = useRecordForm<'contracts', ContractValues>({
    fieldMeta,
    row,
    valuesFrom,
    schema,
    make: (values, once) => once(create, newBody(values) as unknown as Input<'contracts'>),
    change,
    readAgain: row && (() => void read(row.contract_id)),
  })
  const isSigned = row !== undefined && !isDraft(row)
  return (
    <RecordDialog form={form} title={row ? 'Edit Contract' : 'Create Contract'} width={720} close={close}>
      {isSigned && (
        <p className="dialog-text">Price, fee, term and dates of a signed contract change by Amend.</p>
      )}
      <Fields
        of={fieldMeta}
        names={layout.sections.deal.fields.filter((name) => !isSigned || !guarded.has(name))}
        inputs={inputs}
      />
      <Disclosure title={layout.sections.volumes.title}>
        <Fields of={fieldMeta} names={layout.sections.volumes.fields} />
      </Disclosure>
    </RecordDialog>
  )
}

/** Moves a draft to the trash (GAS-3). */
export const Delete: RowDialogs<Contract>['Delete'] = ({ row, close, done = close }) => {
  const [remove] = contractsApi.remove.useMutation()
  return (
    <DeleteDialog
      title="Delete Contract"
      name={nameOf('contracts', row)}
      remove={() => remove(idOf('contracts', row)).unwrap()}
      done={done}
      cancel={close}
    />
  )
}
