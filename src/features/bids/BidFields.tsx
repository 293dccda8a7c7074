import type { ReactNode } from 'react'
import { contract } from '../../contract'
import { swingFractions, termMonths } from '../../contract/bids'
import { CheckboxesField } from '../../ui/form/CheckboxesField'
import { ChoicesField } from '../../ui/form/ChoicesField'
import { DateField } from '../../ui/form/DateField'
import { NumberField } from '../../ui/form/NumberField'
import { RadioField } from '../../ui/form/RadioField'
import { TextField } from '../../ui/form/TextField'
import { OrganizationField } from '../organizations/public'
import { pricingTypeName, swingName, termName } from './names'
import { UtilityStateField } from './UtilityStateField'
import { labels } from './values'
import { VolumeFields } from './VolumeFields'

const { fields } = contract.bids
const asOptions = <V extends string | number>(
  values: readonly V[],
  nameOf: (value: V) => string = (value) => String(value),
) => values.map((value) => ({ value, label: nameOf(value) }))

const suppliers = asOptions(fields.supplier.options)
const newOrRenewal = asOptions(fields.new_renewal.options)
const pricingPoints = asOptions(fields.pricing_point.options)
const pricingTypes = asOptions(fields.pricing_type.options, pricingTypeName)
const terms = asOptions(termMonths, termName)
const commonTerms = [6, 12, 18, 24, 36, 48]
const swings = asOptions(swingFractions, swingName)
const commonSwings = [0.05, 0.1, 0.2, 0.25, 1]

interface PartProps {
  title: string
  children: ReactNode
}

const Part = ({ title, children }: PartProps) => (
  <section className="bid-part">
    <h2>{title}</h2>
    {children}
  </section>
)

interface BidFieldsProps {
  /** The opportunity's own organizations, which are offered before others. */
  organizations: readonly number[]
  /** What to do about an organization that is not there. */
  organizationHint: ReactNode
}

/** Everything that is asked of a bid (BID-2, BID-4). */
export const BidFields = ({ organizations, organizationHint }: BidFieldsProps) => (
  <>
    <Part title="Customer and service">
      <div className="field-grid">
        <OrganizationField
          name="legal_entity"
          label={labels.legal_entity}
          required
          first={organizations}
          hint={organizationHint}
        />
        <UtilityStateField name="utility_state" label={labels.utility_state} required />
        <TextField name="name" label={labels.name} max={fields.name.max} />
        <RadioField name="supplier" label={labels.supplier} required options={suppliers} />
        <RadioField name="new_renewal" label={labels.new_renewal} options={newOrRenewal} />
        <DateField name="start_date" label={labels.start_date} />
      </div>
    </Part>
    <Part title="Pricing">
      <div className="field-grid">
        <CheckboxesField name="pricing_type" label={labels.pricing_type} required options={pricingTypes} />
        <TextField
          name="index_name"
          label={labels.index_name}
          max={fields.index_name.max}
          hint="For index pricing."
        />
        <RadioField name="pricing_point" label={labels.pricing_point} options={pricingPoints} />
        <ChoicesField name="terms" label={labels.terms} required options={terms} common={commonTerms} />
        <ChoicesField name="swing" label={labels.swing} required options={swings} common={commonSwings} />
        <TextField
          name="special_pricing_needs"
          label={labels.special_pricing_needs}
          max={fields.special_pricing_needs.max}
        />
      </div>
    </Part>
    <Part title="Sites and volumes">
      <div className="field-grid">
        <NumberField name="site_count" label={labels.site_count} />
        <NumberField name="meter_count" label={labels.meter_count} />
      </div>
      <VolumeFields />
    </Part>
  </>
)
