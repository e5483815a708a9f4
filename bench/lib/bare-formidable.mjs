// A minimal upload server to compare with: formidable writes the files to the disk.

import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { formidable } from 'formidable'
import { inScratch } from './scratch.mjs'

const MOST_BYTES = 52 * 1024 * 1024
const sizes = { maxFileSize: MOST_BYTES, maxTotalFileSize: MOST_BYTES }

await inScratch(async (uploadDir) => {
  const server = createServer(async (req, res) => {
    const [, files] = await formidable({ uploadDir, ...sizes }).parse(req)
    for (const { filepath } of Object.values(files).flat()) rmSync(filepath)
    res.setHeader('content-type', 'application/json').end('{"ok":true}')
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}\n`))
  await new Promise((resolve) => process.once('SIGTERM', resolve))
  server.close()
  server.closeAllConnections()
})
