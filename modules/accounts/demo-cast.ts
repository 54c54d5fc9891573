/** Who a first visitor can log in as on a laptop; the seed opens these accounts. */
const PASSWORD = 'Qishu2026'

export const DEMO_CAST = ['demo_admin', 'demo_member', 'demo_free', 'desk_agent'].map((username) => ({
  username,
  password: PASSWORD,
}))
