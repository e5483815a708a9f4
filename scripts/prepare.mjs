// Builds after an install from the sources; an install without the development tools has nothing to build with.

import { existsSync } from 'node:fs'

if (existsSync('src') && existsSync('node_modules/rolldown')) await import('./build.mjs')
