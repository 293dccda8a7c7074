import { useAppSelector } from '../../api/kit/hooks'
import type { Row } from '../../contract'

/** Names suppliers that are loaded; others by their number. */
export const useSupplierName = () => {
  const suppliers = useAppSelector(({ entities }) => entities.suppliers)
  return (id: number) => (suppliers?.[id] as Row<'suppliers'> | undefined)?.name ?? `#${id}`
}
