/** The facts about the company that an operator configures. */
export const COMPANY = {
  COMPANY_NAME: '青岚数据（杭州）有限公司',
  COMPANY_NAME_TW: '青嵐數據（杭州）有限公司',
  COMPANY_NAME_EN: 'Qinglan Data (Hangzhou) Co., Ltd.',
  COMPANY_ADDRESS: '杭州市西湖区文三路90号3层（310012）',
  COMPANY_ADDRESS_TW: '中國杭州市西湖區文三路90號3樓（310012）',
  COMPANY_ADDRESS_EN: 'Floor 3, 90 Wensan Road, Xihu District, Hangzhou 310012, China',
  SERVICE_MAIL: 'help@qinglan.example',
  SERVICE_PHONE: '+86 571 8800 1234',
  SECURITY_MAIL: 'psirt@qinglan.example',
}

/** Environment variables that production requires, except SECRET_KEY. */
export const PRODUCTION = {
  ...COMPANY,
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://127.0.0.1/qishu',
  BASE_URL: 'https://qishu.example',
  SMTP_URL: 'smtp://127.0.0.1',
  MAIL_FROM: 'Qinglan <no-reply@qinglan.example>',
  TIMESTAMP_URL: 'none',
}
