import { useFormikContext } from 'formik'
import { useEffect, useState, type ReactNode } from 'react'
import { useRow } from '../../api/kit/hooks'
import { organizationAddressesApi, type Unlinked } from '../../api/organizationAddressesApi'
import { useOrganizationQuery } from '../../api/organizationsApi'
import type { Input, Row } from '../../contract'
import { usePass } from '../../ui/navigationGuard/guards'
import { Reactivate } from '../kit/LinkRefused'
import { organizationName } from '../organizations/paths'

/** The values of a form that links several organizations to one address. */
export interface LinkingValues {
  organizations: number[]
  address_type: Row<'organizationAddresses'>['address_type']
}

interface ItemProps {
  unlinked: Unlinked
  /** The values of the new link. */
  body: Partial<Input<'organizationAddresses'>>
  /** Called after the existing link was reactivated. */
  settled: () => void
}

const Item = ({
  unlinked: {
    organization: id,
    error: { code, detail, current },
  },
  body,
  settled,
}: ItemProps) => {
  // The picker's list may have left the cache by now.
  useOrganizationQuery(id)
  const organization = useRow('organizations', id)
  const name = organization ? organizationName(organization) : `#${id}`
  return (
    <li>
      <strong>{name}</strong>: {detail}
      {code === 'duplicate' && current && (
        <Reactivate
          resource="organizationAddresses"
          api={organizationAddressesApi}
          link={current as Row<'organizationAddresses'>}
          body={body}
          name={name}
          done={settled}
          otherwise=". The link is active."
        />
      )}
    </li>
  )
}

interface UnlinkedNoticeProps {
  unlinked: readonly Unlinked[]
  /** What was saved nevertheless. */
  children?: ReactNode
  /** Called once none is left. */
  done: () => void
}

/** In a form: the organizations that could not be linked, and why. Only these stay selected, for another attempt. */
export const UnlinkedNotice = ({ unlinked, children, done }: UnlinkedNoticeProps) => {
  const { values, setFieldValue } = useFormikContext<LinkingValues>()
  const [reactivated, setReactivated] = useState<readonly number[]>([])
  const pass = usePass()
  const left = unlinked.filter(({ organization }) => !reactivated.includes(organization))

  useEffect(() => {
    void setFieldValue(
      'organizations',
      unlinked.map(({ organization }) => organization),
    )
  }, [unlinked, setFieldValue])

  const settled = (organization: number) => {
    const others = values.organizations.filter((other) => other !== organization)
    setReactivated([...reactivated, organization])
    if (others.length === 0) pass(done)
    else void setFieldValue('organizations', others)
  }

  return (
    <div className="form-problems" role="alert">
      {children}
      <p>Not linked yet; Save tries again:</p>
      <ul className="link-refused">
        {left.map((each) => (
          <Item
            key={each.organization}
            unlinked={each}
            body={values.address_type.length > 0 ? { address_type: values.address_type } : {}}
            settled={() => settled(each.organization)}
          />
        ))}
      </ul>
    </div>
  )
}
