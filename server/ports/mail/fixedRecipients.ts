/** For trying out: whatever would go to anybody goes to the same people instead (MSG-1, MAIL_FIXED_RECIPIENTS). */
import type { OpenDatabase } from '../../db/dialect'
import type { CalendarEvent, MailProvider } from './index'
import { completePeople } from './participants'
import { peopleAt, without } from './people'

/**
 * A provider that writes to nobody else: messages go to them, and in calendars elsewhere they take the place of all
 * participants but its owner, since whoever stands there is written to from there.
 */
export function withFixedRecipients(
  provider: MailProvider,
  { db }: OpenDatabase,
  emails: readonly string[],
): MailProvider {
  const { elsewhere } = provider
  const fixed = () => completePeople(db, 'to', peopleAt(emails))
  const toThem = async (event: CalendarEvent): Promise<CalendarEvent> => {
    const others = without(event.participants, [event.organizer])
    return { ...event, participants: others.length > 0 ? await fixed() : [] }
  }
  return {
    ...provider,
    send: async (letter) => provider.send({ ...letter, to: await fixed() }),
    elsewhere: elsewhere && {
      ...elsewhere,
      create: async (event, author) => elsewhere.create(await toThem(event), author),
      update: async (event, before, author) =>
        elsewhere.update(await toThem(event), await toThem(before), author),
    },
  }
}
