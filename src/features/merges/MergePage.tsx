import { Form, Formik } from 'formik'
import { useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { asApiError, mergedIntoId } from '../../api/kit/errors'
import { useRow } from '../../api/kit/hooks'
import { useMergesQuery } from '../../api/mergesApi'
import type { Row } from '../../contract'
import type { MergedResource } from '../../contract/duplicatePairs'
import { titleOf } from '../../resources/kit/resourceView'
import { RecordBars } from '../../resources/kit/RecordPage'
import { mergePaths } from '../../resources/merges/paths'
import { Button } from '../../ui/antd/Button'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { Gone } from '../../ui/page/Gone'
import { LinkButton } from '../../ui/page/LinkButton'
import { PageHeader } from '../../ui/page/PageHeader'
import { useIsUnread } from '../../ui/page/pageRoute'
import { Comparison } from './Comparison'
import { contactKind, organizationKind, shownName, type MergeKind } from './kinds'
import { mergedAt } from './reads'
import { useMergeEnd } from './useMergeEnd'
import './merges.css'

interface OfKind<N extends MergedResource> {
  kind: MergeKind<N>
}

/** Asks which record is merged into one. */
const ChooseOther = <N extends MergedResource>({
  kind,
  id,
  name,
  chosen,
}: OfKind<N> & { id: number; name: string | undefined; chosen: () => void }) => {
  const { resource, noun, path } = kind.view
  const navigate = useNavigate()
  return (
    <Formik<{ other: number | null }>
      initialValues={{ other: null }}
      validate={({ other }) =>
        other === null || other === id ? { other: `Choose another ${noun[0]}.` } : {}
      }
      validateOnBlur={false}
      validateOnChange={false}
      onSubmit={({ other }) => {
        chosen()
        void navigate(mergePaths.merge(resource, id, other ?? undefined), { replace: true })
      }}
    >
      <Form className="merge-choice" noValidate>
        <kind.Field name="other" label={`The ${noun[0]} to merge into ${name ?? 'it'}`} required />
        <div className="merge-actions">
          <Button type="primary" htmlType="submit">
            Compare
          </Button>
          <LinkButton to={path(id)}>Cancel</LinkButton>
        </div>
      </Form>
    </Formik>
  )
}

const useRecord = <N extends MergedResource>({ view, endpoint }: MergeKind<N>, id: number | null) => {
  const { error, isFetching, refetch } = endpoint.useQuery(id ?? 0, {
    skip: id === null,
    refetchOnMountOrArgChange: useIsUnread(endpoint, id),
  })
  return { row: useRow(view.resource, id), error: isFetching ? undefined : asApiError(error), refetch }
}

/** How many of the newest merges are looked through for one whose answer was lost. */
const maxLookedThrough = 25

/** The other one was merged into this one already, such as by an order whose answer was lost (DUP-4, TRUST-28). */
const AlreadyMerged = <N extends MergedResource>({
  kind,
  id,
  other,
  text,
}: OfKind<N> & { id: number; other: number; text: string }) => {
  const { currentData, isError } = useMergesQuery(
    { resource: kind.view.resource, limit: maxLookedThrough, offset: 0 },
    { refetchOnMountOrArgChange: true },
  )
  const end = useMergeEnd(kind, id, other)
  const isKnown = currentData !== undefined || isError
  const merge = currentData?.results.find(({ kept, merged }) => kept === id && merged === other)?.merge_id
  useEffect(() => {
    if (isKnown) end(text, merge)
  }, [isKnown, end, text, merge])
  return <RecordBars />
}

const Merging = <N extends MergedResource>({
  kind,
  id,
  other,
}: OfKind<N> & { id: number; other: number | null }) => {
  const { view } = kind
  const kept = useRecord(kind, id)
  const pair = [id, other ?? 0].toSorted((one, another) => one - another).join(' ')
  // The merge takes one of them away, before its answer leads elsewhere.
  const [hold, setHold] = useState<{ pair: string; rows: readonly [Row<N>, Row<N>] }>()
  const held = hold?.pair === pair ? hold.rows : undefined
  const merged = useRecord(kind, held ? null : other)
  const [isChosenHere, setIsChosenHere] = useState(false)
  const rows = held ?? (kept.row && merged.row && ([kept.row, merged.row] as const))
  const failed = held ? undefined : [kept, merged].find(({ error }) => error !== undefined)
  const [one, several] = view.noun
  if (failed?.error?.status === 404 && other !== null && mergedIntoId(view.resource, failed.error) === id)
    return <AlreadyMerged kind={kind} id={id} other={other} text={failed.error.detail} />
  if (failed?.error?.status === 404)
    return <Gone text={`This ${one} does not exist.`} detail={failed.error.detail} to={view.list} />
  return (
    <>
      <PageHeader
        title={`Merge ${several}`}
        trail={[
          { label: titleOf(view), to: view.list },
          ...(kept.row ? [{ label: shownName(kind, kept.row), isName: true, to: view.path(id) }] : []),
        ]}
      />
      {failed?.error && (
        <ErrorState
          inline={rows !== undefined}
          title={`The ${several} could not be loaded.`}
          error={failed.error}
          retry={() => {
            void kept.refetch()
            if (other !== null) void merged.refetch()
          }}
        />
      )}
      {!failed && other === null && (
        <ChooseOther
          kind={kind}
          id={id}
          name={kept.row && shownName(kind, kept.row)}
          chosen={() => setIsChosenHere(true)}
        />
      )}
      {other !== null && rows && (
        <Comparison
          key={pair}
          kind={kind}
          id={id}
          other={other}
          rows={rows}
          hold={(isHeld) => setHold(isHeld ? { pair, rows } : undefined)}
          takesFocus={isChosenHere}
        />
      )}
      {!failed && other !== null && !rows && <RecordBars />}
    </>
  )
}

/** Two records side by side, of which one is merged into the other (DUP-3). */
const MergePage = <N extends MergedResource>({ kind }: OfKind<N>) => {
  const { id: idText } = useParams()
  const [query] = useSearchParams()
  const { id, other } = mergedAt(idText, query)
  if (id === null) return <Navigate to={kind.view.list} replace />
  return <Merging kind={kind} id={id} other={other} />
}

/** The pages that merge two records, by the resource of these. */
export const pages = {
  organizations: () => <MergePage kind={organizationKind} />,
  contacts: () => <MergePage kind={contactKind} />,
}
