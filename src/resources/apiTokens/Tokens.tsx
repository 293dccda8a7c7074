import { useState } from 'react'
import {
  useApiTokensQuery,
  useMakeApiTokenMutation,
  useMakeServiceTokenMutation,
  useRevokeApiTokenMutation,
  type TokenKind,
} from '../../api/apiTokensApi'
import { asApiError } from '../../api/kit/errors'
import type { ApiToken, NewServiceToken } from '../../contract/apiTokens'
import { Button } from '../../ui/antd/Button'
import { lazyDialog } from '../../ui/dialog/lazyDialog'
import { useQuestion } from '../../ui/dialog/useQuestion'
import { BusyButton } from '../../ui/feedback/BusyButton'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { DateText } from '../../ui/value/DateText'
import { SecretOnce } from '../../ui/value/SecretOnce'
import { scopeNames } from './scopeNames'
import './tokens.css'

const Dialog = lazyDialog(async () => (await import('./TokenDialog')).TokenDialog)

const revocation = {
  title: 'Revoke the token',
  text: 'Programs that use it are refused at once. This cannot be undone.',
  answers: { revoke: 'Revoke' },
} as const

const Token = ({ token, kind }: { token: ApiToken; kind: TokenKind }) => {
  const { api_token_id: id, name, scopes, hint, user, expires_at, last_used_at } = token
  const [revoke, { isLoading, error }] = useRevokeApiTokenMutation()
  const { ask, question } = useQuestion()
  const end = async () => {
    if ((await ask(revocation)) === 'revoke') await revoke({ kind, id })
  }
  return (
    <li className="api-token row-apart">
      <div>
        <p className="api-token-name">
          {name} <span className="quiet">(ends with {hint})</span>
        </p>
        <p className="quiet">
          {kind === 'service' && <>As {user.username}. </>}
          {scopes.map((scope) => scopeNames[scope]).join(', ')}. {isOver(expires_at) ? 'Expired' : 'Expires'}{' '}
          <DateText value={expires_at} format="moment" />,{' '}
          {last_used_at === null ? (
            'never used.'
          ) : (
            <>
              last used <DateText value={last_used_at} format="moment" />.
            </>
          )}
        </p>
        {error && (
          <p className="problem" role="alert">
            {asApiError(error)?.detail}
          </p>
        )}
      </div>
      <BusyButton busy={isLoading} aria-label={`Revoke: ${name}`} onClick={() => void end()}>
        Revoke
      </BusyButton>
      {question}
    </li>
  )
}

const isOver = (moment: string): boolean => Date.parse(moment) <= Date.now()

/** API tokens: list, make one, which shows its secret once, and revoke (TOKEN-5). */
export const Tokens = ({ kind }: { kind: TokenKind }) => {
  const { data, error, isFetching, refetch } = useApiTokensQuery(kind, { refetchOnMountOrArgChange: true })
  const [makeOwn, own] = useMakeApiTokenMutation()
  const [makeService, service] = useMakeServiceTokenMutation()
  const [isMaking, setIsMaking] = useState(false)
  const made = (kind === 'own' ? own : service).data
  const problem = asApiError(error)

  const make = ({ username, user_type, ...values }: Required<NewServiceToken>) =>
    kind === 'own' ? makeOwn(values).unwrap() : makeService({ username, user_type, ...values }).unwrap()

  return (
    <>
      {problem && !data && (
        <ErrorState
          title="The API tokens could not be loaded."
          error={problem}
          retry={() => void refetch()}
          inline
        />
      )}
      {!data && isFetching && (
        <div role="status" aria-label="Loading">
          <span className="bar" />
        </div>
      )}
      {data?.count === 0 && <p>There is no API token.</p>}
      {data && data.count > 0 && (
        <ul className="api-tokens">
          {data.results.map((token) => (
            <Token key={token.api_token_id} token={token} kind={kind} />
          ))}
        </ul>
      )}
      {made && data?.results.some(({ api_token_id }) => api_token_id === made.api_token_id) && (
        <SecretOnce key={made.token} label={`Token “${made.name}”`} noun="token" secret={made.token} />
      )}
      <div>
        <Button onClick={() => setIsMaking(true)}>Make a token</Button>
      </div>
      {isMaking && <Dialog kind={kind} make={make} close={() => setIsMaking(false)} />}
    </>
  )
}
