import { useCreateFromBureauMutation } from '../../api/bureauApi'
import type { BureauResult } from '../../contract/bureau'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'

/** Creates an organization from a business, once in spite of repeated attempts, and returns its id (BUR-3). */
export const useBureauAdding = () => {
  const [create] = useCreateFromBureauMutation()
  const keyFor = useSubmissionKey()
  return async ({ bin, created = false }: Pick<BureauResult, 'bin'> & { created?: boolean }) => {
    const business = { bin, created }
    const { details } = await create({ business, key: keyFor(business) }).unwrap()
    return details.organization_id
  }
}
