// Starts telegram-test-api, the most used other emulator, which keeps everything in memory.

import { createServer } from 'node:net'
import TelegramServer from 'telegram-test-api'

const probe = createServer().listen(0, '127.0.0.1', () => {
  const { port } = probe.address()
  probe.close(async () => {
    const server = new TelegramServer({ host: '127.0.0.1', port })
    await server.start()
    console.log(`http://127.0.0.1:${port}`)
  })
})
