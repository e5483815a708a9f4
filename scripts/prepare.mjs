// Builds after an install in a clone: npm runs "dependencies" only there.

import { existsSync } from 'node:fs'

if (existsSync('src') && existsSync('node_modules/rolldown')) await import('./build.mjs')
