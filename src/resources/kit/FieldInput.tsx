import { useFormikContext } from 'formik'
import type { ComponentType, ReactNode } from 'react'
import { fieldOf, type Contract, type ResourceName } from '../../contract'
import { completedText } from '../../contract/completedText'
import type { Field } from '../../contract/fields'
import { CheckboxesField } from '../../ui/form/CheckboxesField'
import { ChoicesField } from '../../ui/form/ChoicesField'
import { ColorField } from '../../ui/form/ColorField'
import { DateField } from '../../ui/form/DateField'
import { DateTimeField } from '../../ui/form/DateTimeField'
import type { FieldProps } from '../../ui/form/FieldFrame'
import { MomentField } from '../../ui/form/MomentField'
import { NumberField } from '../../ui/form/NumberField'
import { OptionField } from '../../ui/form/OptionField'
import { PhoneField } from '../../ui/form/PhoneField'
import { RadioField } from '../../ui/form/RadioField'
import { RichTextField } from '../../ui/form/RichTextField'
import { TextField } from '../../ui/form/TextField'
import { TextListField } from '../../ui/form/TextListField'
import { AddressField } from '../addresses/AddressField'
import { ContactField } from '../contacts/ContactField'
import { ContractField } from '../contracts/ContractField'
import { CurveField } from '../curves/CurveField'
import { OrganizationField, OrganizationsField } from '../organizations/OrganizationField'
import { ParticipantsField } from '../participants/ParticipantsField'
import { StateField } from '../states/StateField'
import { SupplierField } from '../suppliers/SupplierField'
import { TagsField } from '../tags/TagsField'
import { UtilityField } from '../utilities/UtilityField'
import { UtilityAccountField, UtilityAccountsField } from '../utilityAccounts/UtilityAccountField'
import { TeamField } from '../teams/TeamField'
import { UserField, UsersField } from '../users/UserField'
import { UtilityStateField } from '../utilityStates/UtilityStateField'
import { fieldMetaOf, type FieldMeta, type FieldName, type Known, type RecordFieldMeta } from './fieldMeta'

/** The pickers of relation fields. */
const pickers = {
  addresses: AddressField,
  contacts: ContactField,
  contracts: ContractField,
  curves: CurveField,
  organizations: OrganizationField,
  states: StateField,
  suppliers: SupplierField,
  tags: TagsField,
  teams: TeamField,
  users: UserField,
  utilities: UtilityField,
  utilityAccounts: UtilityAccountField,
  utilityStates: UtilityStateField,
} as const satisfies { readonly [N in ResourceName]?: ComponentType<FieldProps> }

/** The pickers of several records, where they differ. */
const severalPickers: { readonly [N in ResourceName]?: ComponentType<FieldProps> } = {
  organizations: OrganizationsField,
  users: UsersField,
  utilityAccounts: UtilityAccountsField,
}

/** The fields that forms can ask for: a relation needs a picker of its target. */
export type AskedField<N extends ResourceName> = {
  [K in FieldName<N>]: Contract[N]['fields'][K] extends { to: infer T }
    ? T extends keyof typeof pickers
      ? K
      : never
    : K
}[FieldName<N>]

/** Maximum number of options shown as radio buttons or checkboxes. */
const inSight = 6

interface Asked<F extends Field = Field> {
  field: F
  meta: FieldMeta<never>
  frame: FieldProps
  /** The unit of a number, by the form's other values. */
  unit: string | undefined
}

type Values = string | number | boolean

const optionsOf = <V extends Values>(values: readonly V[], { nameOf }: FieldMeta<never>) =>
  values.map((value) => ({ value, label: nameOf ? nameOf(value as never) : String(value) }))

const asText = ({ field, meta, frame }: Asked<Extract<Field, { kind: 'text' }>>) => {
  if (meta.input === 'color') return <ColorField {...frame} />
  const { format } = field
  if (format === 'phone') return <PhoneField {...frame} />
  return (
    <TextField
      {...frame}
      multiline={field.shape === 'lines'}
      {...(field.suggestions && { suggestions: field.suggestions })}
      {...(format && { complete: (typed: string) => completedText(format, typed) })}
    />
  )
}

const asNumber = ({ meta, frame, unit }: Asked) => (
  <NumberField
    {...frame}
    serial={meta.input === 'serial'}
    {...(meta.prefix && { prefix: meta.prefix })}
    {...(unit && { unit: meta.prefix === '$' ? `USD ${unit}` : unit })}
  />
)

const asRecord = ({ field, frame }: Asked<Extract<Field, { to: string }>>) => {
  // The names of the fields are AskedField.
  const to = field.to as keyof typeof pickers
  const Picker = (field.kind === 'many' && severalPickers[to]) || pickers[to]
  return <Picker {...frame} />
}

const asDate = ({ field, frame }: Asked<Extract<Field, { kind: 'date' }>>) => (
  <DateField {...frame} past={field.past} />
)
const asMoment = ({ frame }: Asked) => <DateTimeField {...frame} />
/** Kinds of field without a generic input. */
const asNothing = () => null

/** The input of each kind of field. */
const byKind: { readonly [K in Field['kind']]: (asked: Asked<Extract<Field, { kind: K }>>) => ReactNode } = {
  text: asText,
  html: ({ field, frame }) => <RichTextField {...frame} max={field.max} />,
  number: asNumber,
  integer: asNumber,
  boolean: ({ meta, frame }) => <RadioField {...frame} options={optionsOf([false, true], meta)} />,
  choice: ({ field, meta, frame }) => {
    const options = optionsOf(field.options, meta)
    return options.length > inSight ? (
      <OptionField {...frame} options={options} none={null} />
    ) : (
      <RadioField {...frame} options={options} />
    )
  },
  list: ({ field, meta, frame }) => {
    if (!field.options) return <TextListField {...frame} />
    const options = optionsOf(field.options, meta)
    return options.length > inSight ? (
      <ChoicesField {...frame} options={options} {...(meta.common && { common: meta.common })} />
    ) : (
      <CheckboxesField {...frame} options={options} />
    )
  },
  date: asDate,
  dayOrMoment: asMoment,
  timestamp: asMoment,
  one: asRecord,
  many: asRecord,
  signedUrl: asNothing,
  epoch: ({ frame }) => <MomentField {...frame} />,
  people: ({ frame }) => <ParticipantsField {...frame} />,
  weekHours: asNothing,
}

interface FieldInputProps<N extends ResourceName, K extends FieldName<N>> {
  of: RecordFieldMeta<N, K>
  name: NoInfer<K> & AskedField<N>
  /** Required in this form although optional in the contract. */
  required?: boolean
}

/** The common props of a field's input. */
export const frameOf = <N extends ResourceName, K extends FieldName<N>>({
  of,
  name,
  required,
}: FieldInputProps<N, K>): FieldProps => {
  const { label, help } = fieldMetaOf(of, name)
  return {
    name,
    label,
    required: required ?? fieldOf(of.resource, name).required,
    ...(help !== undefined && { hint: help }),
  }
}

/** The input of one field of a record, by its kind and metadata. */
export const FieldInput = <N extends ResourceName, K extends FieldName<N>>(props: FieldInputProps<N, K>) => {
  const { values } = useFormikContext<Known<N>>()
  const { of, name } = props
  const meta = fieldMetaOf(of, name)
  const field = fieldOf(of.resource, name)
  const ask = byKind[field.kind] as (asked: Asked) => ReactNode
  return ask({ field, meta, frame: frameOf(props), unit: meta.unit?.(values) })
}
