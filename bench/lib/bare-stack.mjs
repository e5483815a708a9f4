// A minimal server built with the emulator's packages: one route, one schema, one table.

import Router from '@koa/router'
import Database from 'better-sqlite3'
import Koa from 'koa'
import { koaBody } from 'koa-body'
import * as z from 'zod'

const [file] = process.argv.slice(2)
const database = new Database(file)
database.pragma('journal_mode = WAL')
database.exec('create table if not exists messages (id integer primary key, text text)')
const insert = database.prepare('insert into messages (text) values (?)')
const params = z.object({ text: z.string() })

const router = new Router()
router.post('/bot:token/sendMessage', (ctx) => {
  const { lastInsertRowid } = insert.run(params.parse(ctx.request.body).text)
  ctx.body = { ok: true, result: Number(lastInsertRowid) }
})

const app = new Koa()
app.use(koaBody())
app.use(router.routes())
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
