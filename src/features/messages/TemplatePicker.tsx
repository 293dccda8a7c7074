import { useFormikContext } from 'formik'
import { useRef, useState } from 'react'
import { contactsApi } from '../../api/contactsApi'
import { asApiError, type ApiError } from '../../api/kit/errors'
import { useAppSelector, useAppStore, useRows } from '../../api/kit/hooks'
import { unlimited } from '../../api/kit/queries'
import { messageTemplatesApi } from '../../api/messageTemplatesApi'
import { opportunitiesApi } from '../../api/opportunitiesApi'
import { organizationsApi } from '../../api/organizationsApi'
import type { Row } from '../../contract'
import {
  openFieldsIn,
  templateFieldForm,
  templateFieldLabel,
  templateFieldValue,
  type TemplateSubjects,
} from '../../contract/templateFields'
import type { DialogBegins } from '../../resources/frameDialogs'
import { selectCurrentUser } from '../../store/currentUser'
import { selectRow } from '../../store/entities'
import { ErrorState } from '../../ui/feedback/ErrorState'
import { textIn, withTextReplaced } from '../../ui/richText/replaceText'

type About = DialogBegins['message']['about']

interface Filled {
  subject: string
  text: string
}

/** Reads the records that a message is written from. */
const useSubjects = (about: About = {}) => {
  const store = useAppStore()
  const user = useAppSelector(selectCurrentUser) ?? undefined
  const [readContact] = contactsApi.endpoints.contact.useLazyQuery()
  const [readOrganization] = organizationsApi.endpoints.organization.useLazyQuery()
  const [readOpportunity] = opportunitiesApi.endpoints.opportunity.useLazyQuery()
  return async (): Promise<TemplateSubjects> => {
    const { contact, organization, opportunity } = about
    await Promise.all([
      contact && readContact(contact, true).unwrap(),
      organization && readOrganization(organization, true).unwrap(),
      opportunity && readOpportunity(opportunity, true).unwrap(),
    ])
    const state = store.getState()
    return {
      contact: selectRow(state, 'contacts', contact),
      organization: selectRow(state, 'organizations', organization),
      opportunity: selectRow(state, 'opportunities', opportunity),
      user,
    }
  }
}

/** A template with the values that are known; the other fields stay in their braces. */
const filledFrom = ({ subject, text }: Row<'messageTemplates'>, subjects: TemplateSubjects): Filled => {
  const valueOf = (_match: string, name = '') => templateFieldValue(name, subjects)
  return {
    subject: (subject ?? '').replaceAll(
      templateFieldForm,
      (match, name: string) => valueOf(match, name) ?? match,
    ),
    text: withTextReplaced(text, templateFieldForm, valueOf),
  }
}

/** What has no value here and is still in the message. */
const OpenFields = ({ subject, text }: Filled) => {
  const names = openFieldsIn(`${subject}\n${text.includes('{{') ? textIn(text) : ''}`)
  return (
    <p role="status" className={names.length > 0 ? 'problem' : 'visually-hidden'}>
      {names.length > 0 &&
        `Not known here: ${names.map(templateFieldLabel).join(', ')}. Fill in or remove what is in braces.`}
    </p>
  )
}

interface ChoiceProps {
  about: About
  /** An answer keeps its subject. */
  isAnswer: boolean
}

const Choice = ({ about, isAnswer }: ChoiceProps) => {
  const { setValues } = useFormikContext<Filled>()
  const { data, error, isFetching, refetch } = messageTemplatesApi.list.useQuery({
    q: '',
    limit: unlimited,
    offset: 0,
    ordering: 'name',
  })
  const templates = useRows('messageTemplates', data?.ids ?? noIds)
  const readSubjects = useSubjects(about)
  const [isFilling, setIsFilling] = useState(false)
  const [failure, setFailure] = useState<{ template: Row<'messageTemplates'>; cause: unknown } | null>(null)
  /** The text of the template that was used last, which another one replaces. */
  const used = useRef('')
  const use = async (template: Row<'messageTemplates'>) => {
    setIsFilling(true)
    setFailure(null)
    try {
      const { subject, text } = filledFrom(template, await readSubjects())
      const last = used.current
      await setValues((now) => ({
        ...now,
        ...(!isAnswer && subject !== '' && { subject }),
        text: text + (now.text.startsWith(last) ? now.text.slice(last.length) : now.text),
      }))
      used.current = text
    } catch (cause) {
      setFailure({ template, cause })
    } finally {
      setIsFilling(false)
    }
  }
  const problem = isFetching ? undefined : asApiError(error)
  if (problem)
    return (
      <ErrorState
        inline
        title="The templates could not be loaded."
        error={problem}
        retry={() => void refetch()}
      />
    )
  const failed = failure && asApiError(failure.cause as ApiError)
  return (
    <>
      {failed && (
        <ErrorState
          inline
          title="The values for the template could not be loaded."
          error={failed}
          retry={() => void use(failure.template)}
        />
      )}
      <label className="list-size line">
        Template
        <select
          value=""
          disabled={!data || isFilling}
          onChange={({ target }) => {
            const template = templates.find(({ message_template_id: id }) => String(id) === target.value)
            if (template) void use(template)
          }}
        >
          <option value="">{data?.ids.length === 0 ? 'None so far' : 'Choose one…'}</option>
          {templates.map(({ message_template_id: id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

const noIds: readonly number[] = []

/** Fills subject and text from a template, with values of the records that the message is written from (MAIL-5). */
export const TemplatePicker = (props: ChoiceProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const { subject, text } = useFormikContext<Filled>().values
  return (
    <>
      {isOpen ? (
        <Choice {...props} />
      ) : (
        <p>
          <button type="button" className="link-button" onClick={() => setIsOpen(true)}>
            Use template
          </button>
        </p>
      )}
      <OpenFields subject={subject} text={text} />
    </>
  )
}
