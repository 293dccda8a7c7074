import { Fragment, type ReactNode } from 'react'
import { RecordForm } from '../../resources/kit/RecordForm'
import { Fields } from '../../resources/kit/Fields'
import type { Section } from '../../resources/kit/layout'
import type { LinkName } from '../../resources/kit/links'
import type { RecordFormState } from '../../resources/kit/useRecordForm'
import type { FieldProps } from '../../ui/form/FieldFrame'
import type { ExplainRefusal } from '../../ui/form/FormProblems'
import { FormSection } from '../../ui/form/FormSection'
import type { Asked, LinkKind } from './kinds'

interface LinkFormProps<N extends LinkName, V extends object> {
  kind: LinkKind<N>
  form: RecordFormState<N, V>
  /** Accessible name of the form. */
  label: string
  /** The fields given by the URL or the page. */
  known: readonly Asked<N>[]
  /** Inputs of a particular page. */
  inputs?: { readonly [K in Asked<N>]?: (frame: FieldProps) => ReactNode }
  explain?: ExplainRefusal
  done: () => void
  cancel: () => void
  /** Before the fields: the ends that cannot be changed. */
  children?: ReactNode
}

/** The form of links for all of their pages: the kind's layout without the given fields. */
export const LinkForm = <N extends LinkName, V extends object>({
  kind: { fieldMeta, layout, newRules = {}, inputs: kindInputs, Around = Fragment },
  form,
  label,
  known,
  inputs = {},
  explain,
  done,
  cancel,
  children,
}: LinkFormProps<N, V>) => (
  <RecordForm form={form} label={label} done={done} cancel={cancel} {...(explain && { explain })}>
    {children}
    <Around>
      {Object.values<Section<Asked<N>>>(layout.sections)
        .map((section) => ({ ...section, fields: section.fields.filter((name) => !known.includes(name)) }))
        .filter(({ fields }) => fields.length > 0)
        .map(({ title, help, fields }) => (
          <FormSection key={title} title={title} help={help}>
            <Fields
              of={fieldMeta}
              names={fields}
              required={form.base ? [] : fields.filter((name) => name in newRules)}
              inputs={{ ...kindInputs, ...inputs }}
            />
          </FormSection>
        ))}
    </Around>
  </RecordForm>
)
