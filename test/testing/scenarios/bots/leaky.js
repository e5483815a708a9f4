// Starts a process that nobody asked for, and that does not listen to SIGTERM.

import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { answer, call } from './base.js'

const source = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
const child = spawn(process.execPath, ['-e', source], { stdio: 'ignore' })
writeFileSync(process.env.LEAK, `${process.pid} ${child.pid}`)

await answer(({ chat }) => call('sendMessage', { chat_id: chat.id, text: 'Hello, Alice' }))
