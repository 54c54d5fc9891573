export const SERVICE_MAIL = 'service@qishu.example'
export const SERVICE_PHONE = '+86 21 6100 2610'
