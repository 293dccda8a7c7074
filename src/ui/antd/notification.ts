export { default as notification } from 'antd/es/notification'
