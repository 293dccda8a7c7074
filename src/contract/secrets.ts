/** Names of secret fields, derived from the declarations of the contract (TRUST-47). */
import { contract } from '.'
import { madeApiToken } from './apiTokens'
import { feedsPath, madeCalendarFeed } from './calendarFeed'
import { chatIdentity } from './chat'
import { signedQuery } from './files'
import type { Fields } from './fields'
import { mailConsent } from './mail'
import { secondFactorFields } from './secondFactorFields'
import { credentials, directoryReturn, refreshRequest, tokenAnswer } from './session'
import { createdWebhook } from './webhooks'
import {
  emailConfirmation,
  emailConfirmationPage,
  passwordChange,
  passwordResetPage,
  registration,
} from './users'

interface Declaration {
  readonly fields: Fields
}

const resources: readonly Declaration[] = Object.values(contract)
const calls: readonly Declaration[] = [
  credentials,
  refreshRequest,
  tokenAnswer,
  directoryReturn,
  registration,
  emailConfirmation,
  passwordChange,
  secondFactorFields,
  mailConsent,
  madeCalendarFeed,
  madeApiToken,
  createdWebhook,
  chatIdentity,
  signedQuery,
]
const declarations = [...resources, ...calls]

const namesWhere = (isWanted: (secret: boolean, kind: string) => boolean): ReadonlySet<string> =>
  new Set(
    declarations.flatMap(({ fields }) =>
      Object.entries(fields)
        .filter(([, field]) => isWanted(field.secret === true, field.kind))
        .map(([name]) => name),
    ),
  )

/** Every name that a declaration marks as secret. */
export const secretNames = namesWhere((secret) => secret)

/** Signed addresses: secret under exactly these names. */
export const signedNames = namesWhere((_, kind) => kind === 'signedUrl')

/** Ambiguous names: errors have a code, records and the store a state. */
const sharedNames: ReadonlySet<string> = new Set([...namesWhere((secret) => !secret), 'code', 'state'])

/** Names that are secret in any object. */
export const unambiguousSecretNames: ReadonlySet<string> = new Set(
  [...secretNames].filter((name) => !sharedNames.has(name)),
)

const withSharedSecrets = declarations.filter(({ fields }) =>
  Object.entries(fields).some(([name, { secret }]) => secret && sharedNames.has(name)),
)

/** The names of an object that are secret because the object matches a declaration. */
export const secretNamesIn = (names: readonly string[]): readonly string[] => {
  const declaration = withSharedSecrets.find(
    ({ fields }) =>
      names.every((name) => name in fields) &&
      Object.entries(fields).every(([name, { required }]) => !required || names.includes(name)),
  )
  return declaration ? names.filter((name) => declaration.fields[name]?.secret) : []
}

/** Paths followed by a secret. */
export const secretPaths: readonly string[] = [
  feedsPath,
  `${emailConfirmationPage}#`,
  `${passwordResetPage}#`,
]
