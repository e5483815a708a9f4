// What is said to whoever asks something of an emulator that was stopped.

import { Problem } from '../lib/problem.ts'

export const stopped = () => new Problem('closed', 'The emulator was stopped.', 'Do this before stop().')
