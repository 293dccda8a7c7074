import { useAppSelector } from '../../api/kit/hooks'
import { personalDataPath } from '../../contract/erasures'
import { erasureRefusal, personalDataRefusal } from '../../contract/policy'
import { selectIdentity } from '../../store/currentUser'
import { useDownload } from '../../ui/files/useDownload'
import type { RowAction } from '../../ui/table/RowMenuList'

/** What the menu of a contact has for those who may export and erase personal data (PRIV-1, PRIV-3). */
export function usePersonalDataMenu(id: number, erase: () => void): readonly RowAction[] {
  const who = useAppSelector(selectIdentity)
  const download = useDownload('All data')
  if (who === null) return []
  const exporting = { label: 'Export all data', act: () => void download(personalDataPath(id)) }
  const erasing = { label: 'Erase personal data…', danger: true, act: erase }
  const [first, ...others] = [
    ...(personalDataRefusal(who) === null ? [exporting] : []),
    ...(erasureRefusal(who) === null ? [erasing] : []),
  ]
  return first ? [{ ...first, startsGroup: true }, ...others] : []
}
