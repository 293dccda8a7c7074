import { string } from 'yup'
import { minPassword } from '../../contract/limits'
import { problems } from '../../contract/problems'
import { newUser } from '../../contract/users'

const { max } = newUser.fields.password

/** What a password must be, in a line (TRUST-16). */
export const passwordRules = `At least ${minPassword} characters, such as four words; no common password, and neither the username, the email nor “citygate” in it.`

/** A password that is set: what the server says at once too. What is too common only the server knows. */
export const passwordSchema = () =>
  string()
    .required(problems.required)
    .test('edges', problems.edgeSpaces, (text) => text.trim() === text)
    .test('short', problems.tooShort(minPassword), (text) => [...text].length >= minPassword)
    .max(max, problems.tooLong(max))

/** The same password once more. */
export const repeatedSchema = () =>
  string()
    .required(problems.required)
    .test('same', 'The two passwords differ.', function (text) {
      return text === (this.parent as { password?: string }).password
    })
