import { boolean, object, string, type ObjectSchema } from 'yup'
import { credentials, type Credentials } from '../../contract/session'

const { username, password } = credentials.fields

const tooLong = (max: number) => `At most ${max} characters`

/** AUTH-7 */
export const credentialsSchema: ObjectSchema<Required<Credentials>> = object({
  username: string().trim().required('Username is required').max(username.max, tooLong(username.max)),
  password: string().trim().required('Password is required').max(password.max, tooLong(password.max)),
  remember: boolean().required(),
})
