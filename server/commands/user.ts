/** `npm run user`: creates accounts where there are none yet, and restores access to existing ones. */
import { parseArgs } from 'node:util'
import { readConfig, StartError, type Config } from '../config'
import { openForCommand } from '../startup/openForCommand'
import type { OpenDatabase } from '../db/dialects'
import { inTransaction, type Writer } from '../kit/context'
import { ApiError } from '../kit/errors'
import { fold } from '../kit/fold'
import { parseInput } from '../kit/input'
import { updateFromValues } from '../kit/write/update'
import { openEvents } from '../ports/events/open'
import { resources } from '../resources'
import { addUser, checkedPassword, removeFactorsOf, storePassword } from '../resources/accounts'
import { link } from '../resources/identities'
import { hashPassword } from '../services/sessions/passwords'
import { newUser } from '../../src/contract/users'
import { askPassword } from './askPassword'
import { asColumns } from './columns'

const usage = [
  'Usage: npm run user -- create --username NAME --type customer|team|broker [--first NAME] [--last NAME] [--email EMAIL]',
  'password NAME',
  'remove-factors NAME',
  'deactivate NAME',
  'link NAME --subject SUBJECT',
  'list',
].join(' | ')

/** Audited as the system itself: the operator has all permissions anyway. */
const system: Writer = { actor: null, requestId: null }

/** Options by the names of the contract. */
const optionOf: Record<string, string> = {
  username: '--username',
  first_name: '--first',
  last_name: '--last',
  email: '--email',
  user_type: '--type',
  password: 'Password',
}

type Options = Partial<Record<'username' | 'first' | 'last' | 'email' | 'type' | 'subject', string>>
type Command = (database: OpenDatabase, name: string, options: Options, config: Config) => Promise<string>

const commands: Record<string, { takes: 'options' | 'name' | 'both' | 'nothing'; run: Command }> = {
  create: {
    takes: 'options',
    run: async (database, _name, { username, first, last, email, type }) => {
      const sent = {
        username,
        first_name: first,
        last_name: last,
        email,
        user_type: type,
        is_active: true,
        is_email_confirmed: email !== undefined,
      }
      // Checked before the password is requested.
      await parseInput(resources.users.contract.fields, sent, 'create')
      const body = { ...sent, password: await askPassword() }
      const { password: trimmed, ...columns } = await parseInput(newUser.fields, body, 'create')
      const hash = await hashPassword(checkedPassword(body, trimmed, columns))
      await inTransaction(database, system, (write) => addUser(write, columns, hash))
      return `Created the user "${columns.username}" (${columns.user_type}).`
    },
  },
  password: {
    takes: 'name',
    run: async (database, name) => {
      const user = await findUser(database, name)
      const body = { password: await askPassword() }
      const { password } = await parseInput({ password: newUser.fields.password }, body, 'create')
      const hash = await hashPassword(checkedPassword(body, password, user))
      await inTransaction(database, system, (write) => storePassword(write, user.id, hash))
      return `The user "${user.username}" has a new password, and every session of theirs has ended.`
    },
  },
  'remove-factors': {
    takes: 'name',
    run: async (database, name) => {
      const { id, username } = await findUser(database, name)
      const isDone = await inTransaction(database, system, (write) => removeFactorsOf(write, id))
      return isDone
        ? `The user "${username}" signs in without a second factor, and every session of theirs has ended.`
        : `The user "${username}" has no second factor.`
    },
  },
  deactivate: {
    takes: 'name',
    run: async (database, name) => {
      const { id, username } = await findUser(database, name)
      await inTransaction(database, system, (write) =>
        updateFromValues(write, resources.users, id, { is_active: false }),
      )
      return `The user "${username}" is deactivated, and every session of theirs has ended.`
    },
  },
  link: {
    takes: 'both',
    run: async (database, name, { subject }, { directory }) => {
      if (!directory) throw new StartError('DIRECTORY_ISSUER names no directory.')
      if (!subject) throw new StartError(usage)
      const { id, username } = await findUser(database, name)
      await inTransaction(database, system, (write) => link(write, { issuer: directory.issuer, subject }, id))
      return `The user "${username}" signs in as "${subject}" of ${directory.issuer}.`
    },
  },
  list: {
    takes: 'nothing',
    run: async ({ db }) => {
      const users = await db
        .selectFrom('users')
        .select(['username', 'user_type', 'status', 'first_name', 'last_name', 'email'])
        .orderBy('username_key')
        .execute()
      const rows = users.map(({ username, user_type, status, first_name, last_name, email }) => [
        username,
        user_type,
        status,
        [first_name, last_name].filter(Boolean).join(' '),
        email ?? '',
      ])
      return asColumns([['USERNAME', 'TYPE', 'STATE', 'NAME', 'EMAIL'], ...rows])
    },
  },
}

/** @throws StartError for an unknown name. */
async function findUser({ db }: OpenDatabase, name: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('username_key', '=', fold(name))
    .executeTakeFirst()
  if (!user) throw new StartError(`There is no user "${name}".`)
  return user
}

function readArguments(args: string[]) {
  const { values, positionals } = parse(args)
  const [command = '', ...names] = positionals
  const found = Object.hasOwn(commands, command) ? commands[command] : undefined
  const fits =
    found !== undefined &&
    names.length === (['name', 'both'].includes(found.takes) ? 1 : 0) &&
    (['options', 'both'].includes(found.takes) || Object.keys(values).length === 0)
  if (!fits) throw new StartError(usage)
  return { run: found.run, name: names[0] ?? '', options: values }
}

function parse(args: string[]) {
  const option = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        username: option,
        first: option,
        last: option,
        email: option,
        type: option,
        subject: option,
      },
    })
  } catch (error) {
    throw new StartError(`${error instanceof Error ? (error.message.split('. ')[0] ?? '') : ''}. ${usage}`)
  }
}

/** Converts an error of the server's own rules into one about the options. */
const toStartError = ({ message, more: { fields } }: ApiError): StartError =>
  new StartError(
    fields
      ? Object.entries(fields)
          .map(([name, why]) => `${optionOf[name] ?? name}: ${why}`)
          .join(' ')
      : message,
  )

async function main(): Promise<void> {
  const { run, name, options } = readArguments(process.argv.slice(2))
  const config = readConfig(process.env)
  const { database, close } = await openForCommand(config)
  try {
    // Servers on the same database are notified of ended sessions.
    const events = await openEvents(config, database, () => undefined)
    try {
      console.log(await run(database, name, options, config))
    } finally {
      await events.close()
    }
  } finally {
    await close()
  }
}

main().catch((error: unknown) => {
  const printable = error instanceof ApiError ? toStartError(error) : error
  console.error(printable instanceof StartError ? printable.message : printable)
  process.exitCode = 1
})
