// Dies of the first message.

import { answer } from './base.js'

await answer(() => {
  console.error('TypeError: cannot read the menu')
  process.exit(13)
})
