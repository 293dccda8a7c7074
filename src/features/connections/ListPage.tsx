import { useAppSelector } from '../../api/kit/hooks'
import { asApiError } from '../../api/kit/errors'
import { useConnectionsQuery } from '../../api/connectionsApi'
import { connectionsRefusal } from '../../contract/policy'
import { RecordBars } from '../../resources/kit/RecordPage'
import { SourceNamesPanel } from '../../resources/sourceNames/SourceNamesPanel'
import { selectIdentity } from '../../store/currentUser'
import { EmptyState } from '../../ui/feedback/EmptyState'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { LinkButton } from '../../ui/page/LinkButton'
import { PageHeader } from '../../ui/page/PageHeader'
import { DateText } from '../../ui/value/DateText'
import { Connection } from './Connection'
import './connections.css'

const Connections = () => {
  const { data, error, refetch } = useConnectionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const problem = asApiError(error)
  if (!data)
    return problem ? (
      <ErrorState title="The connections could not be loaded." error={problem} retry={() => void refetch()} />
    ) : (
      <RecordBars />
    )
  return (
    <>
      <p className="quiet connections-seen">
        As seen by {data.process.name} since it started{' '}
        <DateText value={data.process.started_at} format="moment" />. Other processes of this installation
        keep their own account.
      </p>
      <ul className="connections">
        {data.results.map((connection) => (
          <Connection key={connection.key} connection={connection} />
        ))}
      </ul>
    </>
  )
}

/** /mpg/connections: the external services of the installation, for the provider's team (TRUST-26). */
export const Page = () => {
  const who = useAppSelector(selectIdentity)
  const why = who && connectionsRefusal(who)
  return (
    <>
      <PageHeader title="Connections" />
      {!who ? (
        <RecordBars />
      ) : why ? (
        <EmptyState title={why} hint="Ask one of them where something outside does not answer.">
          <LinkButton to="/">Back to the opportunities</LinkButton>
        </EmptyState>
      ) : (
        <>
          <Connections />
          <SourceNamesPanel />
        </>
      )}
    </>
  )
}
