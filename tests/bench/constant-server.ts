// The baseline for every page: the same bytes each time, served by Hono alone. Arguments: port, size.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const [port, size] = process.argv.slice(2).map(Number)
const body = 'x'.repeat(size!)
const app = new Hono()
app.get('/', (c) => c.html(body))
serve({ fetch: app.fetch, port: port!, hostname: '127.0.0.1' })
