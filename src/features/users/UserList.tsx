import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from '../../ui/antd/Button'
import { useCallback, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { accountsApi } from '../../api/usersApi'
import type { Row } from '../../contract'
import { columnOf } from '../../resources/kit/columnOf'
import { listTexts } from '../../resources/kit/resourceView'
import { userFieldMeta, statusNames } from '../../resources/users/fieldMeta'
import { userPaths } from '../../resources/users/paths'
import { users } from '../../resources/users/resource'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { useIsNarrow } from '../../ui/hooks/useMediaQuery'
import { ListScreen } from '../../ui/list/ListScreen'
import type { Selectable } from '../../ui/list/rowSelection'
import type { ListControl } from '../../ui/list/useListState'
import { useCreateOnArrival } from '../../ui/page/creating'
import { LinkButton } from '../../ui/page/LinkButton'
import { RowMenu } from '../../ui/table/RowMenu'
import { Badge } from '../../ui/value/Badge'
import { TextValue } from '../../ui/value/TextValue'
import type { Asked } from './dialogs'
import { useStatusCount } from './counts'
import { RoleChoice } from './RoleChoice'
import { StatusChoice } from './StatusChoice'
import { UserActions } from './UserActions'
import { WaitingNotice } from './WaitingNotice'
import './users.css'
import type { UserStatus } from '../../contract/users'

/** The status of an account as a badge. */
export const AccountStatus = ({ status }: { status: UserStatus }) => (
  <span className={`account-status account-status-${status}`}>{statusNames[status]}</span>
)

const Dialogs = lazyDialog(async () => (await import('./dialogs')).Dialogs)

type User = Row<'users'>

const filters = (list: ListControl) => (
  <>
    <StatusChoice list={list} />
    <RoleChoice list={list} />
  </>
)

const columnsFor = (ask: (asked: Asked) => void) => [
  columnOf(userFieldMeta, 'username', {
    isName: true,
    width: '17%',
    show: (user: User) => (
      <button
        type="button"
        className="link-button users-name"
        title={user.username}
        onClick={() => ask({ what: 'edit', user })}
      >
        <span>{user.username}</span>
      </button>
    ),
  }),
  columnOf(userFieldMeta, 'status', {
    width: '13.5%',
    show: ({ status, is_service }: User) => (
      <>
        <AccountStatus status={status} />
        {is_service && <Badge text="Service" asWritten />}
      </>
    ),
  }),
  columnOf(userFieldMeta, 'last_name', {
    title: 'Name',
    width: '13%',
    exported: () => [
      { name: 'first_name', title: 'First Name' },
      { name: 'last_name', title: 'Last Name' },
    ],
    show: ({ first_name, last_name }: User) => [first_name, last_name].filter(Boolean).join(' '),
  }),
  columnOf(userFieldMeta, 'email', {
    width: '20%',
    hasLine: true,
    show: ({ email, is_email_confirmed }: User) =>
      email !== null && (
        <>
          <TextValue text={email} format="email" />
          {!is_email_confirmed && <span className="users-unconfirmed"> (not confirmed)</span>}
        </>
      ),
  }),
  columnOf(userFieldMeta, 'user_type', { width: '11.5%', matters: 'wide' }),
  columnOf(userFieldMeta, 'role', { width: '11%', matters: 'wide' }),
  columnOf(userFieldMeta, 'created_at', { width: '14%', matters: 'wide' }),
  {
    key: 'actions',
    title: 'Actions',
    width: 'var(--users-actions)',
    isActions: true,
    show: (user: User) => <UserActions user={user} ask={ask} />,
  },
]

/** Several waiting accounts can be refused at once. */
const selectableFor = (ask: (asked: Asked) => void): Selectable<User> => ({
  isSelectable: ({ status }) => status === 'waiting',
  nameOf: ({ username }) => username,
  actions: ({ ids, clear }) => (
    <Button size="small" danger onClick={() => ask({ what: 'refuse', which: [...ids], done: clear })}>
      Refuse selected
    </Button>
  ),
})

/** What holds for all accounts: buttons, or on narrow screens one menu, so that the list begins in time. */
const HeaderActions = ({ ask }: { ask: (asked: Asked) => void }) => {
  const isNarrow = useIsNarrow()
  const navigate = useNavigate()
  const dialogs = [
    { label: 'Roles', act: () => ask({ what: 'roles' }) },
    { label: 'Second factors', act: () => ask({ what: 'requiredFactors' }) },
  ]
  if (isNarrow)
    return (
      <RowMenu
        name="all users"
        actions={[...dialogs, { label: 'Service tokens', act: () => void navigate(userPaths.serviceTokens) }]}
      />
    )
  return (
    <>
      {dialogs.map(({ label, act }) => (
        <Button key={label} aria-haspopup="dialog" onClick={act}>
          {label}
        </Button>
      ))}
      <LinkButton to={userPaths.serviceTokens}>Service tokens</LinkButton>
    </>
  )
}

/** Active, waiting and deactivated accounts, with the actions of the provider's team (AUTH-16). */
export const UserList = () => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const columns = useMemo(() => columnsFor(setAsked), [])
  const selectable = useMemo(() => selectableFor(setAsked), [])
  const isAwaited = (useStatusCount('waiting') ?? 0) > 0
  const create = useCallback(() => setAsked({ what: 'create' }), [])
  useCreateOnArrival(create)
  return (
    <>
      <ListScreen
        resource="users"
        endpoint={accountsApi.list}
        {...listTexts(users)}
        columns={columns}
        selectable={isAwaited ? selectable : undefined}
        filters={filters}
        notice={<WaitingNotice refuse={() => setAsked({ what: 'refuse', which: 'unconfirmed' })} />}
        actions={<HeaderActions ask={setAsked} />}
        create={
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={create}>
            Create User
          </Button>
        }
      />
      {asked && <Dialogs asked={asked} close={() => setAsked(null)} />}
    </>
  )
}
