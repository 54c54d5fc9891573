import { isId } from '#src/core/ids.ts'
import { type Ctx, goTo, routes } from '#src/http/web.ts'
import { orderByGatewayId } from './paypal/gateway-order.ts'
import { queryGatewaySoon } from './query-gateway.ts'

/** The addresses to which gateways redirect the payer. They prove nothing, so the gateway is queried. */
export const returnRoutes = routes()

// Alipay adds a signature to the address, which the page does not need.
returnRoutes.get('/payments/alipay/return', (c) => {
  if (c.req.query('mandate')) return goTo(c, '/mgmt/acct-info/renewal?wait')
  const id = c.req.query('order') ?? ''
  return goTo(c, isId(id) ? `/pay-finish?order=${id}` : '/pay-finish')
})

async function returnFromPaypal(c: Ctx, extraQuery = '') {
  const { db } = c.var
  const token = c.req.query('token') ?? ''
  const order = /^[\w-]{1,64}$/.test(token) ? await orderByGatewayId(db, token) : undefined
  if (order?.state === 'pending') await queryGatewaySoon(db, order)
  return goTo(c, order ? `/pay-finish?order=${order.id}${extraQuery}` : '/pay-finish')
}

returnRoutes.get('/paypal-result', (c) => returnFromPaypal(c))
returnRoutes.get('/paypal-order-cancel', (c) => returnFromPaypal(c, '&cancelled'))
