export { default as Input, type InputRef } from 'antd/es/input'
