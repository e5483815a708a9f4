// After each test file against the built command: the programs that its tests shared end.

import { afterAll } from 'vitest'
import { endFreePrograms } from './served.ts'

afterAll(async () => void (await endFreePrograms()))
