import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { useFormikContext } from 'formik'
import { useId, useState } from 'react'
import { OpportunityFields } from './OpportunityFields'
import { layout, valuesFrom, type OpportunityValues } from './values'

const extraFields = layout.sections.extra.fields
const newValues = valuesFrom(undefined)

/** Rarely used fields, shown on demand. */
export const MoreFields = () => {
  const id = useId()
  const { values, errors } = useFormikContext<OpportunityValues>()
  const [isWanted, setIsWanted] = useState(() => extraFields.some((name) => values[name] !== newValues[name]))
  // Fields with errors are always visible.
  const isOpen = isWanted || extraFields.some((name) => errors[name] !== undefined)
  return (
    <div className="more-fields">
      <button
        type="button"
        className="link-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsWanted(!isOpen)}
      >
        {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />} More fields
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <OpportunityFields section={layout.sections.extra} />}
      </div>
    </div>
  )
}
