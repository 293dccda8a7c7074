export { default as FormItem } from 'antd/es/form/FormItem'
