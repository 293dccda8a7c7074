export { default as Button, type ButtonProps } from 'antd/es/button'
