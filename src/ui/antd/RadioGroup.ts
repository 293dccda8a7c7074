export { default as RadioGroup } from 'antd/es/radio/group'
