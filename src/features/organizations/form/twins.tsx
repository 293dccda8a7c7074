import { useField } from 'formik'
import { organizationsApi } from '../../../api/organizationsApi'
import { contract } from '../../../contract'
import { faceOf } from '../../../records/kit/face'
import { organizationFaces } from '../../../records/organizations/faces'
import { OrganizationLink } from '../../../records/organizations/OrganizationLink'
import type { FieldProps } from '../../../ui/form/FieldFrame'
import { TextField } from '../../../ui/form/TextField'
import { useSettled } from '../../../ui/hooks/useSettled'

/** The numbers that no two organizations should share. */
export const ownNumbers = contract.organizations.filters
export type OwnNumber = (typeof ownNumbers)[number]

/** Of organizations that share a number, as many as are named. */
const named = 3

/** What asks for the organizations that have a number; one more than are named, for the one that asks. */
export const bearersOf = (field: OwnNumber, value: string) => ({
  q: '',
  limit: named + 1,
  offset: 0,
  ordering: contract.organizations.defaultOrdering,
  [field]: value,
})

/** The others among them. */
export const othersIn = (ids: readonly number[], own: number | undefined) =>
  ids.filter((id) => id !== own).slice(0, named)

const { organizationsList } = organizationsApi.endpoints

interface BearersProps {
  field: OwnNumber
  ids: readonly number[]
}

/** Says which organizations have a number already, each a way to it that loses nothing of the form. */
export const Bearers = ({ field, ids }: BearersProps) => (
  <>
    Also the {faceOf(organizationFaces, field).label} of{' '}
    {ids.map((id, place) => (
      <span key={id}>
        {place > 0 && ', '}
        <OrganizationLink id={id} inNewTab />
      </span>
    ))}
  </>
)

interface OwnNumberFieldProps {
  frame: FieldProps
  field: OwnNumber
  /** The organization that is edited. */
  own: number | undefined
}

/** A number that should be this organization's alone; whoever has it already is named below it. */
export const OwnNumberField = ({ frame, field, own }: OwnNumberFieldProps) => {
  const [{ value }] = useField<string>(frame.name)
  const typed = value.trim()
  const asked = useSettled(typed)
  const { currentData } = organizationsList.useQuery(bearersOf(field, asked), { skip: asked === '' })
  const ids = currentData && asked === typed ? othersIn(currentData.ids, own) : []
  return (
    <TextField
      {...frame}
      max={contract.organizations.fields[field].max}
      {...(ids.length > 0 && {
        hint: (
          <span role="status" className="twin-hint">
            <Bearers field={field} ids={ids} />
          </span>
        ),
      })}
    />
  )
}
