/** Imports of records: which of their fields a file may hold, and by which headers (IMP-1). The fields follow from the contract. */
import { addresses } from './addresses'
import { contactTitles, contacts } from './contacts'
import type { Field, Resource } from './fields'
import { capitalized } from './formats'
import { opportunities } from './opportunities'
import { organizationAddresses } from './organizationAddresses'
import { organizationContacts } from './organizationContacts'
import { organizations } from './organizations'

/** A link that an import makes to an organization, which the file names. */
export interface ImportLink {
  readonly of: Resource
  /** Its field for the record. */
  readonly own: string
  /** Its field for the organization, and the name of the column. */
  readonly other: string
}

/** What is said of an import of records beside the contract. */
export interface RecordImportRules {
  readonly of: Resource
  readonly link: ImportLink | null
  /** Fields that follow from others, or are no part of the record. */
  readonly without: readonly string[]
  /** Further headers of columns beside the names of their fields; the one with capital letters is the label of screens. */
  readonly synonyms: Readonly<Record<string, readonly string[]>>
  /** A field that the server makes of others, and that a file may hold in place of these. */
  readonly whole?: { readonly field: string; readonly insteadOf: readonly string[] }
  /** Further words for options, folded, by the option. */
  readonly words: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

const organizationNames = [
  'organization name',
  'company',
  'company name',
  'business name',
  'account name',
  'customer',
  'customer name',
  'employer',
]
const zip = [
  'ZIP code',
  'zip',
  'zip/postal code',
  'postal code',
  'postal',
  'postcode',
  'zip postal code',
  'zipcode',
]
const team = ['Limited to team', 'team']
const statusWords = { active: ['current'], expired: ['inactive', 'former', 'ended'] } as const

export const recordImports = {
  organizations: {
    of: organizations,
    link: null,
    // They tell which address a form has seen.
    without: ['first_address', 'shared_address'],
    synonyms: {
      name: organizationNames,
      team_id: team,
      dba: ['DBA', 'doing business as', 'trade name'],
      zoominfo_id: ['Zoom Info ID'],
      tax_id: ['Tax ID', 'tax id number', 'tin', 'ein'],
      duns_number: ['DUNS number', 'duns', 'd u n s', 'd-u-n-s number'],
      bin_number: ['Experian ID', 'experian bin', 'bin'],
      web_page: ['website', 'web site', 'web address', 'website url', 'url', 'homepage', 'web'],
      email: ['e-mail', 'email address', 'e-mail address'],
      phone: [
        'telephone',
        'phone number',
        'telephone number',
        'main phone',
        'business phone',
        'office phone',
      ],
      contact_source: ['source', 'lead source'],
      estimated_emplpoyee_count: [
        'Estimated employee count',
        'employees',
        'number of employees',
        'no. of employees',
        'employee count',
        'headcount',
      ],
      estimated_revenue: ['revenue', 'annual revenue', 'estimated revenue ($ a year)'],
      fein_number: ['FEIN number', 'fein'],
      naics: ['NAICS codes', 'naics code'],
      address_street: ['Street', 'address', 'street address', 'address 1', 'address line 1'],
      city: ['town'],
      zip_code: zip,
      state: ['state code', 'home state'],
    },
    words: {},
  },
  contacts: {
    of: contacts,
    link: { of: organizationContacts, own: 'contact', other: 'organization' },
    without: [],
    whole: { field: 'name', insteadOf: ['first_name', 'last_name'] },
    synonyms: {
      name: ['full name', 'contact', 'contact name'],
      title: ['prefix', 'honorific'],
      team_id: team,
      first_name: ['first', 'given name', 'forename'],
      middle_name: ['middle', 'middle initial'],
      last_name: ['last', 'surname', 'family name'],
      personal_email: ['email', 'e-mail', 'email address', 'e-mail address'],
      personal_mobile: [
        'mobile',
        'mobile phone',
        'mobile number',
        'cell',
        'cell phone',
        'cell number',
        'cellphone',
      ],
      date_of_birth: ['birthday', 'birth date', 'dob'],
      personal_address: ['home address'],
      linkedin_url: ['LinkedIn URL', 'linkedin', 'linkedin profile'],
      organization: [...organizationNames, 'current organizations'],
      job_title: ['position', 'role'],
      employment_status: ['status'],
      work_email: ['business email', 'work e-mail'],
      work_mobile: ['business mobile'],
      work_office_phone: [
        'office phone',
        'work phone',
        'business phone',
        'phone',
        'phone number',
        'telephone',
        'telephone number',
      ],
      prefered_time_day_calls: ['Preferred time of day for calls'],
      prefered_time_day_emails: ['Preferred time of day for emails'],
      prefered_time_week_day_calls: ['Preferred weekday for calls'],
      prefered_time_week_day_emails: ['Preferred weekday for emails'],
      prefered_checkin_frequency: ['Preferred check-in frequency'],
    },
    words: {
      title: Object.fromEntries(
        Object.entries(contactTitles).map(([option, shown]) => [option, [shown.toLowerCase()]]),
      ),
      gender: { male: ['m', 'man'], female: ['f', 'woman'] },
      employment_status: statusWords,
    },
  },
  addresses: {
    of: addresses,
    link: { of: organizationAddresses, own: 'address', other: 'organization' },
    without: [],
    synonyms: {
      address_street: ['street', 'address', 'street address', 'address 1', 'address line 1'],
      city: ['town'],
      zip_code: zip,
      state: ['state code'],
      latitude: ['lat'],
      longitude: ['lon', 'lng', 'long'],
      organization: [...organizationNames, 'current organizations'],
      address_type: ['type', 'use'],
      property_status: ['status'],
    },
    words: {
      address_type: {
        service_location: ['service'],
        billing_address: ['billing'],
        headquarters: ['hq', 'head office'],
      },
      property_status: statusWords,
    },
  },
  opportunities: {
    of: opportunities,
    link: null,
    // They follow from the source and the unit.
    without: ['fee_determinant_indirect', 'fee_determinant_direct'],
    synonyms: {
      opportunity_name: ['name', 'opportunity', 'deal', 'deal name'],
      tags: ['tag', 'labels'],
      team_id: team,
      organizations: ['organization', ...organizationNames, 'legal entity', 'legal entities'],
      broker_name: ['broker'],
      notes: ['note', 'comments', 'description'],
      sales_annual_volume_manual: ['Annual volume', 'volume'],
      sales_represented: ['Sales person represented', 'sales person', 'salesperson', 'owner'],
      pricing_due_date: ['due date', 'due'],
      source_rfp: ['Source RFP', 'rfp'],
      dekatherms: ['Fee determinant', 'unit', 'volume unit'],
      expected_close_date: ['close date', 'expected close'],
      lost_note: ['Lost details', 'loss details'],
    },
    words: {
      dekatherms: {
        true: ['yes', 'per dekatherm', 'dekatherm', 'dekatherms', 'dth', '/ dth', 'mmbtu'],
        false: ['no', 'per therm', 'therm', 'therms', 'th', '/ th'],
      },
      // As lists show and exports write them.
      lost_reason: {
        incumbent: ['stayed with its supplier'],
        competitor: ['another broker'],
        utility: ['stayed with the utility'],
        credit: ['credit declined'],
      },
    },
  },
} as const satisfies Record<string, RecordImportRules>

export type RecordImport = keyof typeof recordImports
export const recordImportNames = Object.keys(recordImports) as RecordImport[]
export const isRecordImport = (name: string): name is RecordImport => Object.hasOwn(recordImports, name)
export const rulesOf = (name: RecordImport): RecordImportRules => recordImports[name]

/** A column of a file of records: a field of the record, or one of its link. */
export interface ImportedField {
  readonly name: string
  readonly field: Field
  readonly isOfLink: boolean
  /** The fields in place of which it is read, where a file has no columns of theirs. */
  readonly insteadOf?: readonly string[]
}

const isImported = ({ kind, readOnly }: Field): boolean =>
  !readOnly && kind !== 'html' && kind !== 'people' && kind !== 'weekHours'

const writableOf = ({ fields }: Resource): [string, Field][] =>
  Object.entries<Field>(fields).filter(([, field]) => isImported(field))

/** What a file may hold of a record, in the order of the contract; where record and link have a field, it is the record's. */
export function importedFieldsOf(name: RecordImport): readonly ImportedField[] {
  const { of, link, without, whole } = rulesOf(name)
  const own = writableOf(of).filter(([field]) => !without.includes(field))
  const names = new Set(own.map(([field]) => field))
  const linked = link ? writableOf(link.of).filter(([field]) => field !== link.own && !names.has(field)) : []
  const first = linked.filter(([field]) => field === link?.other)
  const columnOf =
    (isOfLink: boolean) =>
    ([field, declared]: [string, Field]) => ({
      name: field,
      field: declared,
      isOfLink,
    })
  return [
    ...Object.entries(of.fields).flatMap(([field, declared]: [string, Field]) =>
      field === whole?.field
        ? [{ name: field, field: declared, isOfLink: false, insteadOf: whole.insteadOf }]
        : [],
    ),
    ...own.map(columnOf(false)),
    ...first.map(columnOf(true)),
    ...linked.filter(([field]) => field !== link?.other).map(columnOf(true)),
  ]
}

/** Whether new records need a column. */
export const isNeeded = ({ field: { required }, isOfLink, insteadOf }: ImportedField): boolean =>
  required === true && !isOfLink && insteadOf === undefined

/** What screens call a column, as the beginning of a sentence: 'Annual volume'. */
export const importedLabel = (name: RecordImport, column: string): string =>
  rulesOf(name).synonyms[column]?.find((synonym) => /[A-Z]/.test(synonym)) ??
  capitalized(column.replaceAll('_', ' '))

/** Whether all new records of a file may have one value, where no column of it gives theirs (IMP-14). */
export const isFillable = (
  imported: ImportedField,
): imported is ImportedField & { readonly field: Extract<Field, { kind: 'choice' }> } =>
  imported.field.kind === 'choice' && isNeeded(imported)

/** The columns of a file of records, with the headers by which they are recognized. */
export const recordColumns = (name: RecordImport): Readonly<Record<string, RecordColumn>> =>
  Object.fromEntries(
    importedFieldsOf(name).map((imported) => [
      imported.name,
      {
        synonyms: [
          imported.name.replaceAll('_', ' '),
          ...(rulesOf(name).synonyms[imported.name] ?? []).map((synonym) => synonym.toLowerCase()),
        ],
        // What new records need, a file of changes may lack.
        ...(!isNeeded(imported) && { isOptional: true as const }),
        ...(imported.insteadOf && { insteadOf: imported.insteadOf }),
      },
    ]),
  )

/** Those of them that hold days. */
export const recordDays = (name: RecordImport): readonly string[] =>
  importedFieldsOf(name).flatMap(({ name: column, field: { kind } }) =>
    kind === 'date' || kind === 'dayOrMoment' || kind === 'timestamp' ? column : [],
  )

interface RecordColumn {
  readonly synonyms: readonly string[]
  readonly isOptional?: true
  readonly insteadOf?: readonly string[]
}

/** What becomes of a row that is of a stored record. */
export const matchActions = ['update', 'skip', 'create'] as const
export type MatchAction = (typeof matchActions)[number]

/** How records are told to be the same, as a text for people. */
export const matchedBy: Readonly<Record<RecordImport, string>> = {
  organizations: 'tax ID, DUNS number or Experian ID, else email, else name and city',
  contacts: 'email, else name and organization, else the name of one without both',
  addresses: 'street, city and ZIP code',
  opportunities: 'name and organization',
}

/** Days for which an import of records can be taken back. */
export const recordImportDays = 7

/** Imports of records of one user that run at a time. */
export const maxRunningImports = 3
