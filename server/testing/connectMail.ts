import type { Row } from '../../src/contract'
import { consentPath, mailCallbackPath, mailRedirectPath } from '../../src/contract/mail'
import type { Answer, TestApi } from './api'

export const form = { 'content-type': 'application/x-www-form-urlencoded' }
export const returnPath = '/setup/nylas/complete'

/** Asks to connect an account and gives the state that the consent page is opened with. */
export async function askForState(api: TestApi, token: string): Promise<string> {
  const back = encodeURIComponent(api.url + returnPath)
  const { body } = await api.send<{ url: string }>('GET', `${mailRedirectPath}?redirect_url=${back}`, {
    token,
  })
  return new URL(body.url).searchParams.get('state') ?? ''
}

/** Answers the consent page as its form does. */
export const answerConsent = (api: TestApi, state: string, answer: string, headers = {}) =>
  api.send('POST', consentPath, {
    headers: { ...form, ...headers },
    body: new URLSearchParams({ state, answer }).toString(),
  })

/** What the consent page sends the browser back with. */
export const broughtBack = ({ headers }: Answer<unknown>) =>
  new URL(headers.get('location') ?? '').searchParams

export const exchangeCode = (api: TestApi, token: string, code: string, state = '') =>
  api.send<Row<'profiles'>>('GET', `${mailCallbackPath}?${new URLSearchParams({ code, state }).toString()}`, {
    token,
  })

/** Connects the account of whoever the token belongs to, as a browser would. */
export async function connectMail(api: TestApi, token: string): Promise<Row<'profiles'>> {
  const state = await askForState(api, token)
  const code = broughtBack(await answerConsent(api, state, 'allow')).get('code') ?? ''
  return (await exchangeCode(api, token, code, state)).body
}
