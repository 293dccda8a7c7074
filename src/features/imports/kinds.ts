import type { ImportName, ImportState, PastImport } from '../../contract/imports'
import { addressImport } from '../../resources/addresses/import'
import { usageImport } from '../../resources/billPeriods/import'
import { contactImport } from '../../resources/contacts/import'
import { contractImport } from '../../resources/contracts/import'
import { curveImport } from '../../resources/curves/import'
import { heatContentImport } from '../../resources/heatContents/import'
import type { ImportView } from '../../resources/kit/importView'
import { marketHolidayImport } from '../../resources/marketHolidays/import'
import { opportunityImport } from '../../resources/opportunities/import'
import { organizationImport } from '../../resources/organizations/import'

/** How the imports of each kind are called and shown. */
export const kinds: Readonly<Record<ImportName, { label: string; view: ImportView }>> = {
  curves: { label: 'Curve', view: curveImport },
  heatContents: { label: 'Heat contents', view: heatContentImport },
  marketHolidays: { label: 'Market holidays', view: marketHolidayImport },
  usage: { label: 'Usage', view: usageImport },
  contracts: { label: 'Contracts', view: contractImport },
  organizations: { label: 'Organizations', view: organizationImport },
  contacts: { label: 'Contacts', view: contactImport },
  addresses: { label: 'Addresses', view: addressImport },
  opportunities: { label: 'Opportunities', view: opportunityImport },
}

/** 'Curve: NYMEX Henry Hub' */
export const kindText = ({ kind, target_name }: PastImport): string =>
  target_name === null ? kinds[kind].label : `${kinds[kind].label}: ${target_name}`

export const stateNames: Readonly<Record<ImportState, string>> = {
  proposed: 'Not stored',
  running: 'Being stored',
  committed: 'Stored',
  returning: 'Being taken back',
  undone: 'Taken back',
}

export const fileNameOf = ({ filename, import_id }: PastImport): string => filename ?? `Import ${import_id}`
