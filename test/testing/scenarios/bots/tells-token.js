// Writes its token wherever it can: to both streams, into calls, into names of operations, and into its last error.

import { answer, call } from './base.js'

const token = process.env.BOT_TOKEN
console.log(token, encodeURIComponent(token))
console.error(JSON.stringify({ token }), `${'x'.repeat(9990)}${token}`)
await call('setMyDescription', { description: token })
await call(encodeURIComponent(token), {}).catch(console.error)

await answer(async () => {
  await call('setWebhook', { url: `https://bot.example.org/${token}` }).catch(console.error)
  throw new Error(`POST ${process.env.BOT_API_URL}/bot${token}/sendMessage`)
})
