// Makes single calls to an emulator over kept-alive connections, and measures their time.

import { Pool } from 'undici'

export function createAsk(url) {
  const pool = new Pool(url, { bodyTimeout: 0, headersTimeout: 0 })

  async function post(path, body) {
    const headers = { 'content-type': 'application/json' }
    const response = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) })
    const answer = await response.body.json()
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.result
  }

  return {
    call: (token, operation, params) => post(`/bot${token}/${operation}`, params),
    act: (action, params) => post(`/_emulator/actions/${action}`, params),
    close: () => pool.close(),
  }
}

export async function timed(work) {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
