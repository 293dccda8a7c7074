import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contract, type Row } from '../../src/contract'
import { noProfileSlug, profileFetchPath, profileSlug, type ProfileAnswer } from '../../src/contract/contacts'
import { audit } from '../kit/write/audit'
import { isUnreachable } from '../db/dialects'
import { writerFromRequest, inTransaction } from '../kit/context'
import { documentRoute } from '../kit/http/documentation'
import { invalidFields, notFound } from '../kit/errors'
import { addChangeNotice } from '../kit/write/notices'
import { loadRecords } from '../kit/read/records'
import { readOne, toId } from '../kit/http/routes'
import { runInSlot } from '../kit/admission/requestSlot'
import { newKey } from '../ports/files'
import type { Subject } from '../ports/profiles'
import { contentRoute } from './content.routes'
import { contacts } from './contacts'
import { organizationContacts } from './organizationContacts'
import { organizations } from './organizations'
import { checkStorageQuota } from './storageQuota'
import { deleteContent } from './uploads'
import { route } from '../kit/http/route'

/** Creates Crystal profiles and serves their files (CON-11). */
export function crystalProfileRoutes(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    path: profileFetchPath(':slug', ':contact'),
    document: {
      ...documentRoute(
        'Contact',
        'Make the Crystal profile of a contact',
        Type.Object({ file: Type.String({ description: 'Where the file can be read for a while.' }) }),
        null,
        [400, 404, 413, 502, 504, 507],
      ),
      params: Type.Object({ slug: Type.String(), contact: Type.Integer({ minimum: 1 }) }),
    },
    handler: async (request): Promise<ProfileAnswer> => {
      const { slug, contact } = request.params
      if (!profileSlug.test(slug)) throw invalidFields({ linkedin_url: noProfileSlug('') })
      const id = toId(contacts, contact)
      const subject = await subjectOf(id, (await readOne(app, contacts, id, request)) as Row<'contacts'>)
      // Releases the slot: an external service may take long.
      request.slot.releaseUnlessStreaming()
      await runInSlot(request, 'write', () => fetchProfile(request, slug, subject))
      const linked = (await readOne(app, contacts, id, request)) as Row<'contacts'>
      return { file: linked.crystal_profile ?? '' }
    },
  })

  contentRoute(app, {
    resource: contacts,
    field: 'crystal_profile',
    summary: 'Read the Crystal profile of a contact',
    find: async (id) => {
      const row = await app.database.db
        .selectFrom('contacts')
        .select(['crystal_profile_key as content', 'crystal_profile_name as filename'])
        .where('contact_id', '=', id)
        .executeTakeFirst()
      return row?.content ? { content: row.content, filename: row.filename ?? 'profile', size: null } : null
    },
    audited: 'profile read',
  })

  /** Fetches a profile and replaces the previous one. */
  async function fetchProfile(request: FastifyRequest, slug: string, subject: Subject): Promise<void> {
    const { contactId: id } = subject
    const { content, filename } = await app.profileFetcher.fetch(slug, subject)
    const key = newKey()
    await app.files.put(key, Readable.from([content]))
    await inTransaction(app.database, writerFromRequest(request), async (write) => {
      const row = await write.db
        .selectFrom('contacts')
        .select('crystal_profile_key as key')
        .where('contact_id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (!row) throw notFound(contract.contacts.title)
      await checkStorageQuota(write, content.length, app.config)
      await write.db
        .updateTable('contacts')
        .set({
          ...{ crystal_profile_key: key, crystal_profile_name: filename },
          ...{ crystal_profile_size: content.length, crystal_profile_by: write.actor },
        })
        .where('contact_id', '=', id)
        .execute()
      await audit(write, { action: 'profile fetched', resource: 'contacts', recordId: id, after: { slug } })
      addChangeNotice(write, contacts, 'updated', id)
      if (row.key !== null) write.discarded.push(row.key)
    }).catch(async (error: unknown) => {
      // After a lost connection it is unknown whether the write was rolled back; the sweep finds out.
      if (!isUnreachable(error)) await deleteContent(request, app.files, key)
      throw error
    })
  }

  /** The data about a contact. */
  async function subjectOf(id: number, contact: Row<'contacts'>): Promise<Subject> {
    const { db } = app.database
    const links = (await loadRecords(
      db,
      organizationContacts,
      contact.organizations_contacts,
    )) as Row<'organizationContacts'>[]
    const active = links.filter(({ employment_status }) => employment_status === 'active')
    const employers = await loadRecords(db, organizations, contact.current_organizations)
    const known = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
    return {
      contactId: id,
      name: contact.name,
      jobTitle: contact.job_title,
      organizations: employers.map(({ name }) => String(name)),
      emails: known([contact.personal_email, ...active.map(({ work_email }) => work_email)]),
      phones: known([
        contact.personal_mobile,
        ...active.flatMap(({ work_mobile, work_office_phone }) => [work_mobile, work_office_phone]),
      ]),
    }
  }
}
