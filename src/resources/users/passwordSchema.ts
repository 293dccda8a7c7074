import { string } from 'yup'
import { minPassword } from '../../contract/limits'
import { problems } from '../../contract/problems'
import { newUser } from '../../contract/users'

const { max } = newUser.fields.password

/** The password rules in one line (TRUST-16). */
export const passwordRules = `At least ${minPassword} characters, such as four words; no common password, and neither the username, the email nor “citygate” in it.`

/** A new password: the rules that can be checked here. Only the server knows the most common passwords. */
export const passwordSchema = () =>
  string()
    .required(problems.required)
    .test('edges', problems.edgeSpaces, (text) => text.trim() === text)
    .test('short', problems.tooShort(minPassword), (text) => [...text].length >= minPassword)
    .max(max, problems.tooLong(max))

/** The repeated password. */
export const repeatedSchema = () =>
  string()
    .required(problems.required)
    .test('same', 'The two passwords differ.', function (text) {
      return text === (this.parent as { password?: string }).password
    })
