import type { ReactNode } from 'react'
import { bidFieldMeta } from '../../../resources/bids/fieldMeta'
import { Fields } from '../../../resources/kit/Fields'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import { FormSection } from '../../../ui/form/FormSection'
import { layout } from '../layout'
import { VolumeFields } from './VolumeFields'

const { service, pricing, sites } = layout.sections

interface BidFieldsProps {
  /** The input of the legal entity. */
  legalEntity: (frame: FieldProps) => ReactNode
}

/** The fields of a bid (BID-2, BID-4). */
export const BidFields = ({ legalEntity }: BidFieldsProps) => (
  <>
    <FormSection title={service.title}>
      <Fields of={bidFieldMeta} names={service.fields} inputs={{ legal_entity: legalEntity }} />
    </FormSection>
    <FormSection title={pricing.title} help={pricing.help}>
      <Fields of={bidFieldMeta} names={pricing.fields} />
    </FormSection>
    <FormSection title={sites.title} help={sites.help}>
      <Fields of={bidFieldMeta} names={sites.fields} />
      <VolumeFields />
    </FormSection>
  </>
)
