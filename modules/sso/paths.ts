/** The page of the settings. */
export const SSO = '/mgmt/acct-info/single-sign-on'

/** Where people log in; below it are the addresses of teams. */
export const LOGIN = '/acct/sso'
