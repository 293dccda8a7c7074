import { createPortal } from 'react-dom'
import { Input } from '../../ui/antd/Input'
import { Select } from '../../ui/antd/Select'

const outside = document.createElement('div')

/**
 * antd works the style sheet of each kind of input out when the first of that kind is drawn, which takes as long as all
 * else that a form needs. These are drawn outside the document, where nobody meets them.
 */
export const Inputs = () =>
  createPortal(
    <>
      <Input />
      <Select />
    </>,
    outside,
  )
