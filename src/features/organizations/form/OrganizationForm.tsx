import { useCallback, useRef } from 'react'
import {
  useChangeOrganizationMutation,
  useCreateOrganizationMutation,
  useStoreLogoMutation,
} from '../../../api/organizationsApi'
import { useRow } from '../../../api/kit/hooks'
import type { Input, Row } from '../../../contract'
import { fieldMetaOf } from '../../../resources/kit/fieldMeta'
import { useCreated } from '../../../resources/kit/useCreation'
import { RecordForm } from '../../../resources/kit/RecordForm'
import { useRecordForm } from '../../../resources/kit/useRecordForm'
import { organizationFieldMeta } from '../../../resources/organizations/fieldMeta'
import type { SoughtOrganization } from '../../../resources/organizations/paths'
import { useQuestion } from '../../../ui/dialog/useQuestion'
import { FormSection } from '../../../ui/form/FormSection'
import { LogoField } from './LogoField'
import { logoQuestion } from './logoQuestion'
import { OrganizationFields } from './OrganizationFields'
import { useConsent } from './useConsent'
import { useLogo } from './useLogo'
import { changeBody, creationBody, movesAddress, schema, valuesFrom, type FirstAddressValues } from './values'

/** The first address, which an organization's form also edits (ORG-4). */
export interface FirstAddress {
  /** Its id and version, as sent to the server. */
  seen: string
  values: FirstAddressValues
}

/** The address at a read; undefined where the organization has none. */
export interface AddressReading {
  /** The organization's version from which on this read is valid. */
  version: number
  address: FirstAddress | undefined
}

/** The first address in a refusal, as `FirstAddress.seen`; its fields are then beside it. */
const toldIn = (row: object | undefined): string | undefined =>
  row && 'first_address' in row ? String(row.first_address) : undefined

/** A number unique to the address and its version. */
const versionOf = (address: FirstAddress | undefined): number =>
  (address?.seen.split('.') ?? []).reduce((sum, part) => sum + Number(part), 0)

const noReadings: readonly AddressReading[] = []

interface OrganizationFormProps {
  /** Accessible name of the form. */
  label: string
  /** As far as loaded; without it, a new organization is created. */
  organization?: Row<'organizations'>
  /** Its first address, oldest read first. */
  addresses?: readonly AddressReading[]
  /** Initial values of a new organization; a stable object. */
  sought?: Partial<SoughtOrganization>
  /** Refetches the organization, with its last editor. */
  readAgain?: () => void
  /** Called after saving, with id and name. */
  done: (id: number, name: string) => void
  cancel: () => void
}

/** Creates or edits an organization (ORG-2 to ORG-5). */
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
  const { shareAddress } = useConsent(ask, own)
  const saved = useRef({ id: own ?? 0, name: '' })
  /** From the last refusal, for the save that follows. */
  const told = useRef<string>(undefined)

  /** The organization is saved, even if its logo fails; only the logo is retried. */
  const storeLogo = async (id: number, name: string) => {
    const { choice } = logo
    saved.current = { id, name }
    if (choice.is === 'chosen') {
      let { image } = choice
      const take = (other: File) => {
        image = other
      }
      for (;;) {
        const { error } = await send({ id, image })
        if (!error || !(await ask(logoQuestion(name, error, take)))) break
      }
    }
    logo.settle()
  }

  /** Without an address, the state that it was created with. */
  const homeState = useRow('states', organization?.home_state)?.acronym
  const form = useRecordForm({
    fieldMeta: organizationFieldMeta,
    row: organization,
    valuesFrom: useCallback(
      (row: Row<'organizations'> | undefined) => ({
        ...valuesFrom(
          row,
          toldIn(row) === undefined
            ? (addresses.findLast(({ version }) => version <= (row?.version ?? 0))?.address?.values ??
                (homeState === undefined ? undefined : { state: homeState }))
            : undefined,
        ),
        ...sought,
      }),
      [addresses, sought, homeState],
    ),
    schema,
    make: async (values, once) => {
      const body = creationBody(values)
      await storeLogo(await once(create, body), body.name)
    },
    change,
    bodyOf: async (values, initial) => {
      const body = changeBody(values, initial)
      const moves = movesAddress(body)
      const seen = told.current ?? addresses.at(-1)?.address?.seen ?? ''
      const shared = moves && seen ? await shareAddress(Number.parseInt(seen)) : null
      return {
        ...body,
        ...(moves && { first_address: seen }),
        ...(shared && { shared_address: shared }),
        // Not a form field, but it can be cleared.
        ...(logo.choice.is === 'removed' && ({ logo: null } as Partial<Input<'organizations'>>)),
      }
    },
    meets: (current) => {
      told.current = toldIn(current)
    },
    owner: sought && JSON.stringify(sought),
    readAgain,
  })

  const created = useCreated('organizations', form.draft.name)
  return (
    <>
      <RecordForm
        form={{
          ...form,
          // Of two records, either of which may be another one when the draft is restored.
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
        <OrganizationFields own={own ?? created} />
        <FormSection title={fieldMetaOf(organizationFieldMeta, 'logo').label}>
          <LogoField
            label={fieldMetaOf(organizationFieldMeta, 'logo').label}
            logo={logo}
            stored={organization?.logo ?? null}
          />
        </FormSection>
      </RecordForm>
      {question}
    </>
  )
}
