/** Path of the settings page. */
export const SSO = '/mgmt/acct-info/single-sign-on'

/** Path of the login page; the login pages of the teams are below it. */
export const LOGIN = '/acct/sso'
