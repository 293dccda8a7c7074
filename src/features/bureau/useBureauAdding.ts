import { useCreateFromBureauMutation } from '../../api/bureauApi'
import type { BureauResult } from '../../contract/bureau'
import { useSubmissionKey } from '../../ui/form/useSubmissionKey'

/** Makes an organization of a business, once however often it is asked for, and gives its id (BUR-3). */
export const useBureauAdding = () => {
  const [create] = useCreateFromBureauMutation()
  const keyFor = useSubmissionKey()
  return async ({ bin, created = false }: Pick<BureauResult, 'bin'> & { created?: boolean }) => {
    const business = { bin, created }
    const { details } = await create({ business, key: keyFor(business) }).unwrap()
    return details.organization_id
  }
}
