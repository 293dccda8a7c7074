import type { ImportName, PastImport } from '../../contract/imports'
import { usageImport } from '../../resources/billPeriods/import'
import { contractImport } from '../../resources/contracts/import'
import { curveImport } from '../../resources/curves/import'
import { heatContentImport } from '../../resources/heatContents/import'
import type { ImportView } from '../../resources/kit/importView'
import { marketHolidayImport } from '../../resources/marketHolidays/import'

/** How the imports of each kind are called and shown. */
export const kinds: Readonly<Record<ImportName, { label: string; view: ImportView }>> = {
  curves: { label: 'Curve', view: curveImport },
  heatContents: { label: 'Heat contents', view: heatContentImport },
  marketHolidays: { label: 'Market holidays', view: marketHolidayImport },
  usage: { label: 'Usage', view: usageImport },
  contracts: { label: 'Contracts', view: contractImport },
}

/** 'Curve: NYMEX Henry Hub' */
export const kindText = ({ kind, target_name }: PastImport): string =>
  target_name === null ? kinds[kind].label : `${kinds[kind].label}: ${target_name}`

export const stateNames = { proposed: 'Not stored', committed: 'Stored', undone: 'Taken back' } as const

export const fileNameOf = ({ filename, import_id }: PastImport): string => filename ?? `Import ${import_id}`
