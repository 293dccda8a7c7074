import { Form, Formik } from 'formik'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useAuditQuery } from '../../api/auditApi'
import { asApiError } from '../../api/kit/errors'
import { useAppSelector } from '../../api/kit/hooks'
import { contract } from '../../contract'
import { auditExportPath, otherSubjects, type AuditFilters, type AuditRow } from '../../contract/audit'
import { auditRefusal } from '../../contract/policy'
import { RecordBars } from '../../resources/kit/RecordPage'
import { viewOf } from '../../resources/kit/resourceView'
import { UserField } from '../../resources/users/UserField'
import { selectIdentity } from '../../store/currentUser'
import { Button } from '../../ui/antd/Button'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { ExportButtons } from '../../ui/files/ExportButtons'
import { DateField } from '../../ui/form/DateField'
import { NumberField } from '../../ui/form/NumberField'
import { OptionField } from '../../ui/form/OptionField'
import { TextField } from '../../ui/form/TextField'
import { LinkButton } from '../../ui/page/LinkButton'
import { PageHeader } from '../../ui/page/PageHeader'
import { PlainTable } from '../../ui/table/PlainTable'
import { DateText } from '../../ui/value/DateText'
import { AuditChanges, isResource } from './AuditChanges'
import './audit.css'

interface Values {
  actor: number | null
  resource: string
  action: string
  record_id: number | null
  from: string | null
  to: string | null
}

const empty: Values = { actor: null, resource: '', action: '', record_id: null, from: null, to: null }

const filtersOf = ({ actor, resource, action, record_id, from, to }: Values): AuditFilters => ({
  actor: actor ?? undefined,
  resource: resource.trim() || undefined,
  action: action.trim() || undefined,
  record_id: typeof record_id === 'number' ? record_id : undefined,
  from: from ?? undefined,
  to: to ?? undefined,
})

const titles: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(contract).map(({ name, title }) => [name, title])),
  ...otherSubjects,
}
const kinds = Object.entries(titles)
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label))

/** 'Task 7', with a link where such records have a page. */
const Subject = ({ row: { resource, record_id, action } }: { row: AuditRow }) => {
  const text = [titles[resource] ?? resource, record_id ?? []].flat().join(' ')
  const path = isResource(resource) && record_id !== null ? viewOf(resource)?.path?.(record_id) : undefined
  return path === undefined || action === 'purge' ? text : <Link to={path}>{text}</Link>
}

const Filters = ({ apply }: { apply: (filters: AuditFilters) => void }) => (
  <Formik<Values>
    initialValues={empty}
    onSubmit={(values) => apply(filtersOf(values))}
    onReset={() => apply({})}
  >
    <Form className="audit-filters" aria-label="Filters">
      <UserField name="actor" label="User" />
      <OptionField name="resource" label="Kind of record" options={kinds} none="" placeholder="Any" />
      <TextField name="action" label="Action" placeholder="Any" />
      <NumberField name="record_id" label="Record number" />
      <DateField name="from" label="From" />
      <DateField name="to" label="To" />
      <div className="audit-actions">
        <Button type="primary" htmlType="submit">
          Apply
        </Button>
        <Button htmlType="reset">Clear</Button>
      </div>
    </Form>
  </Formik>
)

const Audit = () => {
  const [filters, setFilters] = useState<AuditFilters>({})
  const [before, setBefore] = useState<number | null>(null)
  const { currentData: data, error, refetch } = useAuditQuery({ ...filters, before })
  const problem = asApiError(error)
  const apply = (chosen: AuditFilters) => {
    setFilters(chosen)
    setBefore(null)
  }
  return (
    <>
      <PageHeader
        title="Audit"
        actions={<ExportButtons path={auditExportPath} params={{ ...filters }} what="The audit" />}
      />
      <Filters apply={apply} />
      {!data && problem && (
        <ErrorState title="The audit could not be loaded." error={problem} retry={() => void refetch()} />
      )}
      {!data && !problem && <RecordBars />}
      {data?.results.length === 0 && <EmptyState title="Nothing was found." />}
      {data && data.results.length > 0 && (
        <div className="audit-table">
          <PlainTable
            aria-label="Audit"
            head={
              <>
                <th scope="col">When</th>
                <th scope="col">User</th>
                <th scope="col">Action</th>
                <th scope="col">Record</th>
                <th scope="col">From where</th>
                <th scope="col">Values</th>
              </>
            }
          >
            {data.results.map((row) => (
              <tr key={row.id}>
                <td>
                  <DateText value={row.at} format="moment" />
                </td>
                <td translate="no">{row.actor_name ?? (row.address === null ? 'Citygate' : '–')}</td>
                <td>
                  {row.action}
                  {row.count > 1 && ` (${row.count} times)`}
                </td>
                <td>
                  <Subject row={row} />
                </td>
                <td>
                  {row.address ?? '–'}
                  {row.token_id !== null && `, API token ${row.token_id}`}
                </td>
                <td>
                  <AuditChanges row={row} />
                </td>
              </tr>
            ))}
          </PlainTable>
        </div>
      )}
      <div className="audit-actions">
        {before !== null && <Button onClick={() => setBefore(null)}>Newest</Button>}
        {data && data.next !== null && <Button onClick={() => setBefore(data.next)}>Older</Button>}
      </div>
    </>
  )
}

/** /mpg/audit: who did what, when and from where, for the provider's team (AUD-6). */
export const Page = () => {
  const who = useAppSelector(selectIdentity)
  const why = who && auditRefusal(who)
  if (who && !why) return <Audit />
  return (
    <>
      <PageHeader title="Audit" />
      {why ? (
        <EmptyState title={why} hint="Ask one of them who has changed something.">
          <LinkButton to="/">Back to the opportunities</LinkButton>
        </EmptyState>
      ) : (
        <RecordBars />
      )}
    </>
  )
}
