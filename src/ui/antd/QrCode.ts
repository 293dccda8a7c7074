export { default as QrCode } from 'antd/es/qr-code'
