/** The single-line input alone: antd's collection has its searches and one-time codes with it. */
export { default as Input, type InputRef } from 'antd/es/input/Input'
