import { useFormikContext } from 'formik'
import { useMemo } from 'react'
import { UtilityAccountsField } from '../../../resources/utilityAccounts/UtilityAccountField'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import type { BidValues } from '../layout'

interface BidAccountsFieldProps extends FieldProps {
  /** Those of the opportunity. */
  organizations: readonly number[]
}

/** A picker of the accounts that a bid prices, among those of its legal entity and of its opportunity's organizations (USE-9). */
export const BidAccountsField = ({ organizations, ...frame }: BidAccountsFieldProps) => {
  const { legal_entity } = useFormikContext<BidValues>().values
  const owners = [...new Set([legal_entity ?? [], organizations].flat())].join(',')
  const filters = useMemo(() => (owners === '' ? {} : { organization: owners }), [owners])
  return <UtilityAccountsField {...frame} filters={filters} />
}
