// Setup file: ends the shared emulators after each test file.

import { afterAll } from 'vitest'
import { endFreePrograms } from './emulator.ts'

afterAll(async () => void (await endFreePrograms()))
