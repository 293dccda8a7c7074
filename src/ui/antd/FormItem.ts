import AntFormItem from 'antd/es/form/FormItem'
import { themed } from './themed'

export const FormItem = themed(AntFormItem)
