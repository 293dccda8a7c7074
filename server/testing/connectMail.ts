import type { Row } from '../../src/contract'
import { consentPath, mailCallbackPath, mailRedirectPath } from '../../src/contract/mail'
import type { Answer, TestApi } from './api'

export const form = { 'content-type': 'application/x-www-form-urlencoded' }
export const returnPath = '/setup/nylas/complete'

/** Requests the connection of an account and returns the state of the consent page. */
export async function askForState(api: TestApi, token: string): Promise<string> {
  const back = encodeURIComponent(api.url + returnPath)
  const { body } = await api.send<{ url: string }>('GET', `${mailRedirectPath}?redirect_url=${back}`, {
    token,
  })
  return new URL(body.url).searchParams.get('state') ?? ''
}

/** Answers the consent page as its form does. */
export const answerConsent = (api: TestApi, state: string, answer: string, headers = {}) =>
  // As browsers send a form without an action: to the address of its page.
  api.send('POST', `${consentPath}?state=${encodeURIComponent(state)}`, {
    headers: { ...form, ...headers },
    body: new URLSearchParams({ state, answer }).toString(),
  })

/** The parameters of the redirect from the consent page. */
export const redirectParameters = ({ headers }: Answer<unknown>) =>
  new URL(headers.get('location') ?? '').searchParams

export const exchangeCode = (api: TestApi, token: string, code: string, state = '') =>
  api.send<Row<'profiles'>>('GET', `${mailCallbackPath}?${new URLSearchParams({ code, state }).toString()}`, {
    token,
  })

/** Connects the account of the token's user, as a browser would. */
export async function connectMail(api: TestApi, token: string): Promise<Row<'profiles'>> {
  const state = await askForState(api, token)
  const code = redirectParameters(await answerConsent(api, state, 'allow')).get('code') ?? ''
  return (await exchangeCode(api, token, code, state)).body
}
