import { createContext, type ReactNode } from 'react'

// Forms are Formik's: antd's inputs read antd's form contexts, which are empty here. The original would add antd's form
// and its validator to the chunk of the first button.

const noForm = {}

export const FormItemInputContext = createContext(noForm)
export const VariantContext = createContext<string | undefined>(undefined)

/** Isolates inputs inside a popup from the form; not needed here. */
export const NoFormStyle = ({ children }: { children?: ReactNode }) => children
