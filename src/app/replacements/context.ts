import { createContext, type ReactNode } from 'react'

// Our forms are Formik's: antd's inputs ask for what a form of antd's would tell them, and are told of none. Theirs would
// bring that form and its validator along with the first button.

const noForm = {}

export const FormItemInputContext = createContext(noForm)
export const VariantContext = createContext<string | undefined>(undefined)

/** Keeps what surrounds it from an input inside a popup: nothing does. */
export const NoFormStyle = ({ children }: { children?: ReactNode }) => children
