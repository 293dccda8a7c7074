import { createPortal } from 'react-dom'
import { Input } from '../../ui/antd/Input'
import { Select } from '../../ui/antd/Select'

const outside = document.createElement('div')

/**
 * antd computes the styles of each kind of input when the first one is rendered, which takes as long as everything else
 * in a form. These are rendered outside the document, and so invisible.
 */
export const Inputs = () =>
  createPortal(
    <>
      <Input />
      <Select />
    </>,
    outside,
  )
