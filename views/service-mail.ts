export const SERVICE_MAIL = 'service@qishu.example'
