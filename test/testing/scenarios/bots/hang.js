// Takes the first message and never comes back to ask for more.

import { answer } from './base.js'

await answer(({ text }) => (text === 'fine' ? undefined : new Promise(() => setInterval(() => {}, 1000))))
