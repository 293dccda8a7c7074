import { useCallback, useRef } from 'react'
import {
  useChangeOrganizationMutation,
  useCreateOrganizationMutation,
  useStoreLogoMutation,
} from '../../../api/organizationsApi'
import type { Input, Row } from '../../../contract'
import { faceOf } from '../../../records/kit/face'
import { RecordForm } from '../../../records/kit/RecordForm'
import { useRecordForm } from '../../../records/kit/useRecordForm'
import { organizationFaces } from '../../../records/organizations/faces'
import type { SoughtOrganization } from '../../../records/organizations/paths'
import { useQuestion } from '../../../ui/dialog/useQuestion'
import { FormSection } from '../../../ui/form/FormSection'
import { LogoField } from './LogoField'
import { logoQuestion } from './logoQuestion'
import { OrganizationFields } from './OrganizationFields'
import { useConsent } from './useConsent'
import { useLogo } from './useLogo'
import { changeBody, creationBody, movesAddress, schema, valuesFrom, type FirstAddressValues } from './values'

/** The address that the form of an organization edits, too (ORG-4). */
export interface FirstAddress {
  /** Which one in which version, as the server is told. */
  seen: string
  values: FirstAddressValues
}

/** How it was when it was read; none where the organization has no address. */
export interface AddressReading {
  /** The organization's from which on it was so. */
  version: number
  address: FirstAddress | undefined
}

/** Which first address a refusal has told of, as `FirstAddress.seen`; its parts then stand beside it. */
const toldIn = (row: object | undefined): string | undefined =>
  row && 'first_address' in row ? String(row.first_address) : undefined

/** A number that another address has not, nor another version of it. */
const versionOf = (address: FirstAddress | undefined): number =>
  (address?.seen.split('.') ?? []).reduce((sum, part) => sum + Number(part), 0)

const noReadings: readonly AddressReading[] = []

interface OrganizationFormProps {
  /** What the form is for, for screen readers. */
  label: string
  /** As it is known so far; without one a new organization is made. */
  organization?: Row<'organizations'>
  /** Its first address, oldest reading first. */
  addresses?: readonly AddressReading[]
  /** What a new one begins with: always the same. */
  sought?: Partial<SoughtOrganization>
  /** Reads the organization again, and with it who changed it. */
  readAgain?: () => void
  /** After it has been saved: its id and name. */
  done: (id: number, name: string) => void
  cancel: () => void
}

/** Makes an organization, or changes one (ORG-2 to ORG-5). */
export const OrganizationForm = ({
  label,
  organization,
  addresses = noReadings,
  sought,
  readAgain,
  done,
  cancel,
}: OrganizationFormProps) => {
  const own = organization?.organization_id
  const [create] = useCreateOrganizationMutation()
  const [change] = useChangeOrganizationMutation()
  const [send] = useStoreLogoMutation()
  const logo = useLogo()
  const { ask, question } = useQuestion()
  const { shareNumbers, shareAddress } = useConsent(ask, own)
  const saved = useRef({ id: own ?? 0, name: '' })
  /** As a refusal has told it, for whoever goes on from there. */
  const told = useRef<string>(undefined)

  /** The organization is there, whatever becomes of its logo; only that is tried again. */
  const storeLogo = async (id: number, name: string) => {
    const { choice } = logo
    saved.current = { id, name }
    if (choice.is === 'chosen') {
      for (;;) {
        const { error } = await send({ id, image: choice.image })
        if (!error || !(await ask(logoQuestion(name, error)))) break
      }
    }
    logo.settle()
  }

  const form = useRecordForm({
    faces: organizationFaces,
    row: organization,
    valuesFrom: useCallback(
      (row: Row<'organizations'> | undefined) => ({
        ...valuesFrom(
          row,
          toldIn(row) === undefined
            ? addresses.findLast(({ version }) => version <= (row?.version ?? 0))?.address?.values
            : undefined,
        ),
        ...sought,
      }),
      [addresses, sought],
    ),
    schema,
    make: async (values, once) => {
      const body = creationBody(values)
      await shareNumbers(body)
      await storeLogo(await once(create, body), body.name)
    },
    change,
    bodyOf: async (values, initial) => {
      const body = changeBody(values, initial)
      await shareNumbers(body)
      const moves = movesAddress(body)
      const seen = told.current ?? addresses.at(-1)?.address?.seen ?? ''
      const shared = moves && seen ? await shareAddress(Number.parseInt(seen)) : null
      return {
        ...body,
        ...(moves && { first_address: seen }),
        ...(shared && { shared_address: shared }),
        // Not a field that people write, but one that they may clear.
        ...(logo.choice.is === 'removed' && ({ logo: null } as Partial<Input<'organizations'>>)),
      }
    },
    meets: (current) => {
      told.current = toldIn(current)
    },
    owner: sought && JSON.stringify(sought),
    readAgain,
  })

  return (
    <>
      <RecordForm
        form={{
          ...form,
          // Of two records, of which either may be another one by the time that the draft comes back.
          ...(own !== undefined && {
            draft: {
              ...form.draft,
              version: (form.draft.version ?? 0) + versionOf(addresses.at(-1)?.address),
            },
          }),
          submit: async (values) => {
            await form.submit(values)
            if (own !== undefined) await storeLogo(own, values.name)
          },
        }}
        label={label}
        done={() => done(saved.current.id, saved.current.name)}
        cancel={cancel}
      >
        <OrganizationFields own={own} />
        <FormSection title={faceOf(organizationFaces, 'logo').label}>
          <LogoField
            label={faceOf(organizationFaces, 'logo').label}
            logo={logo}
            stored={organization?.logo ?? null}
          />
        </FormSection>
      </RecordForm>
      {question}
    </>
  )
}
