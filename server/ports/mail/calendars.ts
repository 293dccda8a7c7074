import type { Write } from '../../kit/context'
import { invalidFields } from '../../kit/errors'

/** @throws ApiError 400 naming the field, for another user's calendar. */
export async function checkOwnCalendar({ db, actor }: Write, field: string, id: string): Promise<void> {
  const calendar = await db
    .selectFrom('calendars')
    .select('id')
    .where('id', '=', id)
    .where('owner', '=', actor)
    .executeTakeFirst()
  if (!calendar) throw invalidFields({ [field]: 'Choose one of your calendars.' })
}

/** The user's default calendar for new events; null without a choice. */
export async function defaultCalendar({ db, actor }: Write): Promise<string | null> {
  const profile = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.profile')
    .select('profiles.nylas_default_calendar as id')
    .where('users.id', '=', actor)
    .executeTakeFirst()
  return profile?.id ?? null
}
