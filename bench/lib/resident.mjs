// Reads the resident memory of a process.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export function residentMebibytes(pid) {
  const status = `/proc/${pid}/status`
  const kibibytes = existsSync(status)
    ? /VmRSS:\s*(\d+)/.exec(readFileSync(status, 'utf8'))[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kibibytes) / 1024
}
