// Builds after an install in a clone, because npm runs the script "dependencies" only there.

import { existsSync } from 'node:fs'

if (existsSync('src') && existsSync('node_modules/rolldown')) await import('./build.mjs')
