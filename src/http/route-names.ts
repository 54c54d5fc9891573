export interface RouteName {
  name: string
  /** The path pattern of the router. */
  path: string
  /**
   * Distinguishes routes with the same path: the address must have this parameter, or this value of the
   * parameter.
   */
  query?: string
  /** The page needs no login. */
  public?: true
  /** The page has no side menu, or no footer, where the specification hides them. */
  closeSider?: true
  closeFooter?: true
  /** The page shows no cookie notice, which would cover the text that it asks the visitor to read. */
  closeAgreement?: true
  whiteBg?: true
  /** The entries of the side menu that are current on the page. */
  activeCodes?: string[]
  /** The page is restored in the state in which the user left it. */
  keepAlive?: true
}

/**
 * The pages of the specification, with the names that it gives them (section 2). Its name `Empty` has
 * neither path nor content, so no page has that name. `Root`, `Auth` and `Client` only lead to other pages.
 */
export const ROUTE_NAMES: RouteName[] = [
  { name: 'Root', path: '/', public: true },
  { name: 'Auth', path: '/acct', public: true },
  { name: 'Client', path: '/mgmt' },
  { name: 'Login', path: '/acct/login', public: true },
  { name: 'Register', path: '/acct/register', public: true },
  { name: 'ForgotPassword', path: '/acct/forgot-password', public: true },
  { name: 'LoginWechat', path: '/acct/login-wechat', public: true },
  { name: 'Product', path: '/product', public: true },
  { name: 'Pricing', path: '/pricing', public: true },
  { name: 'Company', path: '/company', public: true },
  { name: 'Locations', path: '/locations', public: true },
  { name: 'Faq', path: '/faq', public: true, whiteBg: true },
  { name: 'PublicFeedback', path: '/feedback', public: true, whiteBg: true },
  { name: 'Service', path: '/online-service', public: true, whiteBg: true, keepAlive: true },
  { name: 'PrivacyNotice', path: '/privacy-notice', public: true, closeAgreement: true },
  { name: 'Home', path: '/mgmt/home', activeCodes: ['home'], keepAlive: true },
  { name: 'HomeQuery', path: '/mgmt/home', query: 'profile', activeCodes: ['home'], keepAlive: true },
  { name: 'MyDocs', path: '/mgmt/my-docs', activeCodes: ['myDocs'], keepAlive: true },
  ...(
    [
      ['LatelyQuery', 'recent'],
      ['MyCreateDocument', 'created'],
      ['MyImportDocument', 'imported'],
    ] as const
  ).map(([name, tab]) => ({
    name,
    path: '/mgmt/my-docs',
    query: `tab=${tab}`,
    activeCodes: ['myDocs'],
    keepAlive: true as const,
  })),
  {
    name: 'MyTemplate',
    path: '/mgmt/my-docs',
    query: 'tab=templates',
    activeCodes: ['myDocs'],
    keepAlive: true,
  },
  { name: 'DocLib', path: '/mgmt/doc-lib', activeCodes: ['docLib'], keepAlive: true },
  { name: 'Contacts', path: '/mgmt/contacts', activeCodes: ['contacts'], keepAlive: true },
  { name: 'TaskList', path: '/mgmt/tasks', activeCodes: ['tasks'] },
  { name: 'MessageList', path: '/mgmt/messages', activeCodes: ['messages'] },
  { name: 'AccInfo', path: '/mgmt/acct-info', activeCodes: ['acctInfo'], keepAlive: true },
  { name: 'OrderRecord', path: '/mgmt/order-record', activeCodes: ['acctInfo'] },
  { name: 'PayFinish', path: '/pay-finish', public: true },
  { name: 'PaypalResult', path: '/paypal-result', public: true },
  { name: 'PaypalOrderCancel', path: '/paypal-order-cancel', public: true },
  { name: 'NewDoc', path: '/mgmt/new-doc', closeSider: true, closeFooter: true },
  ...(
    [
      ['TemplateSelect', 'TEMPLATE_SELECT'],
      ['ConsultSelect', 'CONSULT_SELECT'],
      ['ImportDocument', 'IMPORT_DOC'],
    ] as const
  ).map(([name, tab]) => ({
    name,
    path: '/mgmt/new-doc',
    query: `tab=${tab}`,
    closeSider: true as const,
    closeFooter: true as const,
  })),
  { name: 'Consultations', path: '/mgmt/consultations', activeCodes: ['myDocs'] },
  { name: 'Consultation', path: '/mgmt/consultations/:id', activeCodes: ['myDocs'] },
  { name: 'InviteReviewDoc', path: '/mgmt/:id/invite-review' },
  { name: 'ReviewDoc', path: '/mgmt/:id/review-doc' },
  { name: 'RefundDoc', path: '/mgmt/:id/refund-doc' },
  { name: 'Comparison', path: '/mgmt/:id/comparison' },
  { name: 'Versions', path: '/mgmt/:id/versions' },
  { name: 'LoginReviewer', path: '/review/login', public: true },
  { name: 'LoginReviewer', path: '/review/login/:token', public: true },
  { name: 'LoginReviewer', path: '/review/login/:token/code', public: true },
  { name: 'Review', path: '/review/:id/review-doc', public: true },
  { name: 'ReviewComplete', path: '/review/review-complete', public: true },
  { name: 'ReviewInvalid', path: '/review/review-invalid', public: true },
  { name: 'SignSetting', path: '/mgmt/:id/sign-setting', closeSider: true, closeFooter: true },
  { name: 'EditDoc', path: '/mgmt/:id/edit-doc', closeSider: true, closeFooter: true },
  { name: 'ImportView', path: '/mgmt/:id/my-docs-import-view' },
  {
    name: 'ImportEdit',
    path: '/mgmt/:id/my-docs-import-edit',
    closeSider: true,
    closeFooter: true,
  },
  { name: 'ViewDoc', path: '/mgmt/:id/view-doc' },
  { name: 'CommunicatDoc', path: '/mgmt/:id/communicat-doc', activeCodes: ['contacts'] },
  { name: 'FaqList', path: '/mgmt/faq-list', whiteBg: true },
  { name: 'Feedback', path: '/mgmt/client-feedback', whiteBg: true },
  { name: 'OnlineService', path: '/mgmt/online-service', whiteBg: true, keepAlive: true },
  { name: 'Forbidden', path: '/mgmt/forbidden', public: true },
  { name: 'WithoutPermission', path: '/mgmt/without-permission' },
  { name: 'Error', path: '/mgmt/error', public: true },
  { name: 'NotFound', path: '/mgmt/not-found', public: true },
]

const ROUTES_BY_PATH = Map.groupBy(ROUTE_NAMES, ({ path }) => path)

/**
 * The last route that matches; so an entry with a `query` must follow the entry of the same path without
 * one.
 */
export function routeAt(path: string, query: Record<string, string> = {}): RouteName | undefined {
  const routes = ROUTES_BY_PATH.get(path) ?? []
  return routes.findLast((route) => route.query === undefined || matchesQuery(query, route.query))
}

function matchesQuery(query: Record<string, string>, required: string): boolean {
  const [name, value] = required.split('=') as [string, string?]
  return name in query && (value === undefined || query[name] === value)
}
