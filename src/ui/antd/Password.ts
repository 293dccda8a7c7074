export { default as Password } from 'antd/es/input/Password'
