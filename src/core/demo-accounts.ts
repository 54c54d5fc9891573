const PASSWORD = 'Qishu2026'

/** The accounts of the demo, with which a first visitor can log in; the seed creates them. */
export const DEMO_ACCOUNTS = ['demo_admin', 'demo_member', 'demo_free', 'desk_agent', 'desk_lead'].map(
  (username) => ({ username, password: PASSWORD }),
)
