import { rolePolicy } from '../../contract/policy'
import { rights, roles } from '../../contract/roles'
import { rightNames, roleNames } from '../../resources/users/fieldMeta'
import { Dialog } from '../../ui/dialog/Dialog'
import { PlainTable } from '../../ui/table/PlainTable'

/** What each role may do, in words (ROLE-6). */
export const RolesDialog = ({ close }: { close: () => void }) => (
  <Dialog title="Roles" width={760} close={close}>
    <div className="stack">
      <p>
        Every user may do what the user type allows. A role takes some of that away; a user without one has
        all of it. Each right but the first can be given to one user beside the role, or taken from one user.
      </p>
      <PlainTable
        aria-label="What each role may do"
        head={
          <>
            <th scope="col">Right</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {roleNames[role]}
              </th>
            ))}
          </>
        }
      >
        {rights.map((right) => (
          <tr key={right}>
            <th scope="row">{rightNames[right]}</th>
            {roles.map((role) => (
              <td key={role}>{rolePolicy[role][right] ? 'Yes' : 'No'}</td>
            ))}
          </tr>
        ))}
      </PlainTable>
      <p className="quiet">
        Only administrators give roles and rights. Until there is one, the provider’s team does.
      </p>
    </div>
  </Dialog>
)
