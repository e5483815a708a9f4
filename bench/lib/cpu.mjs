// Reads the CPU time that a process has used, on Linux.

import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

export function cpuSeconds(pid) {
  // The second field is the name of the program in brackets, which can contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')
  const [user, system] = fields.slice(11, 13)
  return (Number(user) + Number(system)) / TICKS_PER_SECOND
}
