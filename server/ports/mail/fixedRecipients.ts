/** For test installations: all mail goes to fixed recipients instead (MSG-1, MAIL_FIXED_RECIPIENTS). */
import type { OpenDatabase } from '../../db/dialects'
import type { CalendarEvent, MailProvider } from './index'
import { completePeople } from './participants'
import { peopleAt, without } from './people'

/**
 * A provider that writes to the fixed recipients only: messages go to them, and in external calendars they replace all
 * participants but the owner, since the service notifies participants.
 */
export function withFixedRecipients(
  provider: MailProvider,
  { db }: OpenDatabase,
  emails: readonly string[],
): MailProvider {
  const { externalCalendar } = provider
  const fixed = () => completePeople(db, 'to', peopleAt(emails))
  const withFixedParticipants = async (event: CalendarEvent): Promise<CalendarEvent> => {
    const others = without(event.participants, [event.organizer])
    return { ...event, participants: others.length > 0 ? await fixed() : [] }
  }
  return {
    ...provider,
    send: async (message) => provider.send({ ...message, to: await fixed(), cc: [], bcc: [] }),
    externalCalendar: externalCalendar && {
      ...externalCalendar,
      create: async (event, author) => externalCalendar.create(await withFixedParticipants(event), author),
      update: async (event, before, author) =>
        externalCalendar.update(
          await withFixedParticipants(event),
          await withFixedParticipants(before),
          author,
        ),
    },
  }
}
