// A minimal webhook sender: posts bodies one after the other over one connection.

import { Client } from 'undici'

process.on('message', async ({ port, bodies }) => {
  const client = new Client(`http://127.0.0.1:${port}`)
  const headers = { 'content-type': 'application/json' }
  for (const body of bodies) {
    const answer = await client.request({ method: 'POST', path: '/hook', headers, body })
    await answer.body.dump()
  }
  await client.close()
})
process.on('disconnect', () => process.exit())
process.send({ ready: true })
