// The baseline for all pages: Hono serves the same bytes for each request. Arguments: port, size.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const [port, size] = process.argv.slice(2).map(Number)
const body = 'x'.repeat(size!)
const app = new Hono()
app.get('/', (c) => c.html(body))
serve({ fetch: app.fetch, port: port!, hostname: '127.0.0.1' })
