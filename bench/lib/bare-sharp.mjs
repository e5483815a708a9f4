// A minimal server that converts an image as sendPhoto does, and answers its milliseconds.

import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

const server = createServer(async (req, res) => {
  const picture = await buffer(req)
  const started = performance.now()
  await sharp(picture)
    .autoOrient()
    .resize({ width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 87 })
    .toBuffer()
  res.end(String(performance.now() - started))
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
