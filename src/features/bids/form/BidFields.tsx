import type { ReactNode } from 'react'
import { bidFieldMeta } from '../../../resources/bids/fieldMeta'
import { Fields } from '../../../resources/kit/Fields'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import { FormSection } from '../../../ui/form/FormSection'
import { layout } from '../layout'
import { BidAccountsField } from './BidAccountsField'
import { VolumeFields } from './VolumeFields'

const { service, pricing, sites } = layout.sections

interface BidFieldsProps {
  /** The input of the legal entity. */
  legalEntity: (frame: FieldProps) => ReactNode
  /** Those of the opportunity. */
  organizations: readonly number[]
}

/** The fields of a bid (BID-2, BID-4). */
export const BidFields = ({ legalEntity, organizations }: BidFieldsProps) => (
  <>
    <FormSection title={service.title}>
      <Fields of={bidFieldMeta} names={service.fields} inputs={{ legal_entity: legalEntity }} />
    </FormSection>
    <FormSection title={pricing.title} help={pricing.help}>
      <Fields of={bidFieldMeta} names={pricing.fields} />
    </FormSection>
    <FormSection title={sites.title} help={sites.help}>
      <Fields
        of={bidFieldMeta}
        names={sites.fields}
        inputs={{
          utility_accounts: (frame) => <BidAccountsField {...frame} organizations={organizations} />,
        }}
      />
      <VolumeFields />
    </FormSection>
  </>
)
