import { sql, type Kysely } from 'kysely'
import { fold } from '../../kit/fold'

/** Content types by id; the parts fix only that `contact` is 33 (API-5). */
const contentTypes = {
  1: 'user',
  2: 'profile',
  11: 'tag',
  12: 'state',
  13: 'utility',
  14: 'utilitystate',
  21: 'opportunity',
  22: 'bid',
  31: 'organization',
  32: 'address',
  33: 'contact',
  34: 'organizationaddress',
  35: 'organizationcontact',
  41: 'note',
  42: 'file',
  51: 'todo',
  52: 'activity',
}

const states =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming'

/** Rows that every installation has from its first start on. */
export async function fixedRows(db: Kysely<unknown>): Promise<void> {
  for (const [id, model] of Object.entries(contentTypes))
    await sql`insert into content_types (id, model, search) values (${Number(id)}, ${model}, ${model})`.execute(
      db,
    )
  for (const [index, state] of states.split(',').entries()) {
    const acronym = state.slice(0, 2)
    const name = state.slice(3)
    await sql`insert into states (state_id, acronym, name, search) values (${index + 1}, ${acronym}, ${name}, ${`${fold(name)}\n${fold(acronym)}`})`.execute(
      db,
    )
  }
}
